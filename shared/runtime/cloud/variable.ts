import { ConfigurationError } from '../../domain/errors.ts';

/** An environment variable that the deployment sets. Throws `ConfigurationError` when it is not there. */
export function variable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new ConfigurationError([
    `environment variable ${name}: found nothing; the deployed stack sets it: deploy it again`,
  ]);
}

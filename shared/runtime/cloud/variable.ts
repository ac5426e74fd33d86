import { ConfigurationError } from '../../domain/errors.ts';

/** An environment variable that the deployment sets. Throws `ConfigurationError` if it is missing. */
export function variable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new ConfigurationError([
    `environment variable ${name}: not set; the deployed stack sets it: deploy the stack again`,
  ]);
}

import * as v from 'valibot';
import { ConfigurationError } from '../domain/errors.ts';
import { findContradictions } from './find-contradictions.ts';
import { createConfigSchema } from './schema.ts';
import type { SignalpostConfig } from './signalpost-config.ts';
import { tellIssues } from './tell-issues.ts';

export interface CheckOptions {
  /** Set by `--allow-local-destinations`: the same as `"local": true` in the config. */
  readonly permitLocal?: boolean | undefined;
}

const mostProblemsTold = 30;

/**
 * Checks a config and fills in every default; does not change the input. Throws `ConfigurationError` with all problems
 * of its fields, or else all contradictions between them, each as `field.path: found …; fix`, never with a secret's
 * value.
 */
export function checkConfig(input: unknown, { permitLocal = false }: CheckOptions = {}): SignalpostConfig {
  const local =
    permitLocal || (typeof input === 'object' && input !== null && 'local' in input && input.local === true);
  // Valibot's default message would quote the input, and perhaps a secret.
  const message = () => 'found an invalid value; see docs/config.schema.json';
  const result = v.safeParse(createConfigSchema(local), input, { abortPipeEarly: true, message });
  if (!result.success) throw new ConfigurationError(shorten(tellIssues(result.issues)));
  const config = { ...result.output, local };
  const problems = findContradictions(input, config);
  if (problems.length > 0) throw new ConfigurationError(shorten(problems));
  return config;
}

function shorten(problems: readonly string[]): string[] {
  if (problems.length <= mostProblemsTold) return [...problems];
  return [...problems.slice(0, mostProblemsTold), `and ${problems.length - mostProblemsTold} more problems`];
}

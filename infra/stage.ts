import { ConfigurationError } from '../shared/domain/errors.ts';
import { stageNamePattern } from '../shared/runtime/stage-names.ts';

/** The stage that `-c stage=NAME` names. Throws `ConfigurationError` for an invalid name. */
export function stageNamed(name: unknown): string {
  if (typeof name === 'string' && stageNamePattern.test(name)) return name;
  throw new ConfigurationError([
    `stage: found ${JSON.stringify(name)}; write -c stage=NAME with 1 to 20 lower-case letters, digits or ` +
      'hyphens that begin with a letter',
  ]);
}

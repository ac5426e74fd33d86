import type { SecretUse } from '../secret-uses.ts';
import { findShapeProblem } from '../secret-uses.ts';
import { type Check, type Finding, failed, ok } from './check.ts';

/** The secrets that passed their check, for the checks that follow. */
export type KnownSecrets = Map<string, string>;

export const secretCheck = (name: string): string => `secret ${name}`;

export interface SecretCheckOptions {
  readonly uses: readonly SecretUse[];
  readonly permitLocal: boolean;
  /** Filled by the checks. */
  readonly known: KnownSecrets;
  /** The names of checks that must pass first. */
  readonly needs: readonly string[];
  /** The value of a secret, or why there is none. */
  readonly read: (use: SecretUse) => Promise<string | Finding>;
  /** How to set a secret, by its name. */
  readonly fixSecret: (name: string) => string;
}

/** One check for each secret that the config names: it is set and has the right format. */
export function checkSecretUses(options: SecretCheckOptions): Check[] {
  const { uses, permitLocal, known, needs, read, fixSecret } = options;
  return uses.map((use) => ({
    name: secretCheck(use.name),
    needs,
    async run() {
      const value = await read(use);
      if (typeof value !== 'string') return value;
      const problem = findShapeProblem(use, value, permitLocal);
      if (problem !== null) return failed(problem, fixSecret(use.name));
      known.set(use.name, value);
      return ok(`is set and looks like ${use.forms.map(({ name }) => name).join(' and ')}`);
    },
  }));
}

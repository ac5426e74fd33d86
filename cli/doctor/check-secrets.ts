import { SecretUnavailableError } from '../../shared/domain/errors.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import type { AccountPorts } from '../aws/account.ts';
import { findShapeProblem } from '../secrets/secret-shape.ts';
import type { SecretUse } from '../secrets/secret-uses.ts';
import type { StageSecrets } from '../secrets/stage-secrets.ts';
import { type Check, type Finding, failed, missing, ok } from './check.ts';
import { explained } from './explained.ts';

/** The secrets that passed their check, for the checks that follow. */
export type KnownSecrets = Map<string, string>;

export const secretCheck = (name: string): string => `secret ${name}`;

export interface SecretCheckOptions {
  readonly uses: readonly SecretUse[];
  readonly permitLocal: boolean;
  /** Filled by the checks. */
  readonly known: KnownSecrets;
}

/** One check for each secret that the config names: it is in Secrets Manager and has the right format. */
export function checkStageSecrets(
  stage: string,
  { secrets, explain }: { readonly secrets: StageSecrets } & Pick<AccountPorts, 'explain'>,
  options: SecretCheckOptions,
): Check[] {
  return options.uses.map((use) => ({
    name: secretCheck(use.name),
    needs: ['credentials'],
    run: () =>
      explained(explain, async () => {
        const fix = `signalpost secrets set ${use.name} --stage ${stage}`;
        const { state } = await secrets.describe(use.name);
        if (state === 'missing') return missing(`is not in Secrets Manager (${tellUsers(use)})`, fix);
        if (state === 'marked-for-deletion') return failed('is marked for deletion', fix);
        const value = await secrets.read(use.name);
        return value === null ? missing('has no text value', fix) : judge(use, value, fix, options);
      }),
  }));
}

/** The same for a run on this machine: the environment, or a line of `.env`. */
export function checkLocalSecrets(secrets: Secrets, options: SecretCheckOptions): Check[] {
  return options.uses.map((use) => ({
    name: secretCheck(use.name),
    needs: [],
    run: async () => {
      const fix = `write the line ${use.name}=… into .env, or set the environment variable`;
      try {
        return judge(use, await secrets.get(use.name), fix, options);
      } catch (error) {
        if (!(error instanceof SecretUnavailableError)) throw error;
        return missing(`is neither in the environment nor in .env (${tellUsers(use)})`, fix);
      }
    },
  }));
}

function judge(use: SecretUse, value: string, fix: string, options: SecretCheckOptions): Finding {
  const problem = findShapeProblem(use, value, options.permitLocal);
  if (problem !== null) return failed(problem, fix);
  options.known.set(use.name, value);
  return ok(`is set and looks like ${use.forms.map(({ name }) => name).join(' and ')}`);
}

function tellUsers({ usedBy }: SecretUse): string {
  return `needed by ${usedBy.join(', ')}`;
}

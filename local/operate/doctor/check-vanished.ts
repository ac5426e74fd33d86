import type { PendingOfRoute } from '../../../shared/ledger/routes/pending.ts';
import { tellVanished } from '../../words/tell-vanished.ts';
import type { AwsProblem } from '../aws/aws-problem.ts';
import { explained } from './account/check-account.ts';
import { type Check, failed, ok } from './check.ts';

export interface VanishedPorts {
  /** What is pending for routes that the config has not; null where there is no ledger yet. */
  readonly findVanished: () => Promise<readonly PendingOfRoute[] | null>;
  readonly explain: (error: unknown) => AwsProblem | null;
}

/** Nothing that is pending may hang on a route that nobody composes for any more. */
export function checkVanished(
  stage: string | null,
  needs: readonly string[],
  { findVanished, explain }: VanishedPorts,
): Check {
  return {
    name: 'pending',
    needs,
    run: () =>
      explained(explain, async () => {
        const vanished = await findVanished();
        if (vanished === null) return ok('nothing yet');
        if (vanished.length === 0) return ok('all of it is for routes that the config has');
        const told = vanished.map((pending) => tellVanished(pending, stage));
        return failed(told.map(({ found }) => found).join('; '), told.map(({ mend }) => mend).join('; '));
      }),
  };
}

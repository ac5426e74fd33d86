import type { AccountPorts } from '../aws/account.ts';
import { type Need, tellNeed } from '../words/route-needs.ts';
import { type Check, failed, ok } from './check.ts';
import { explained } from './explained.ts';

export interface NeedsPorts {
  /** The routes' needs; null if there is no ledger yet. */
  readonly readNeeds: () => Promise<readonly Need[] | null>;
  readonly explain: AccountPorts['explain'];
}

/** Finds the backlogs of routes that were removed from the config: nothing sends them any more. */
export function checkVanished(needs: readonly string[], { readNeeds, explain }: NeedsPorts): Check {
  return {
    name: 'pending',
    needs,
    run: () =>
      explained(explain, async () => {
        const found = await readNeeds();
        if (found === null) return ok('nothing yet');
        const vanished = found.filter(({ kind }) => kind === 'vanished');
        if (vanished.length === 0) return ok('every backlog belongs to a route of the config');
        return failed(
          vanished.map((need) => tellNeed({ ...need, fix: null })).join('; '),
          vanished.map(({ fix }) => fix).join('; '),
        );
      }),
  };
}

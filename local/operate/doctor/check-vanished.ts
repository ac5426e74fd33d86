import { type Need, tellNeed } from '../../words/route-needs.ts';
import type { AccountPorts } from '../aws/account.ts';
import { type Check, failed, ok } from './check.ts';
import { explained } from './explained.ts';

export interface NeedsPorts {
  /** What of the routes needs attention; null where there is no ledger yet. */
  readonly readNeeds: () => Promise<readonly Need[] | null>;
  readonly explain: AccountPorts['explain'];
}

/** Nothing that is pending may be left to a route that was removed from the config: no digest is composed for it. */
export function checkVanished(needs: readonly string[], { readNeeds, explain }: NeedsPorts): Check {
  return {
    name: 'pending',
    needs,
    run: () =>
      explained(explain, async () => {
        const found = await readNeeds();
        if (found === null) return ok('nothing yet');
        const vanished = found.filter(({ kind }) => kind === 'vanished');
        if (vanished.length === 0) return ok('all of it is for routes that the config has');
        return failed(
          vanished.map((need) => tellNeed({ ...need, fix: null })).join('; '),
          vanished.map(({ fix }) => fix).join('; '),
        );
      }),
  };
}

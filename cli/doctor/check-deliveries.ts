import { isTrouble, tellNeed } from '../words/route-needs.ts';
import { type Check, failed, ok } from './check.ts';
import type { NeedsPorts } from './check-vanished.ts';
import { explained } from './explained.ts';

/** Whether digests arrived: a destination that answers a harmless request may still reject digests. */
export function checkDeliveries(needs: readonly string[], { readNeeds, explain }: NeedsPorts): Check {
  return {
    name: 'deliveries',
    needs,
    run: () =>
      explained(explain, async () => {
        const found = await readNeeds();
        if (found === null) return ok('nothing was sent yet');
        // Signals that a flood rule holds back are intended, and `checkVanished` reports removed routes.
        const troubles = found.filter(isTrouble);
        if (troubles.length === 0) return ok('no digest is stuck or failing');
        return failed(
          troubles.map(tellNeed).join('; '),
          'fix the destination; signalpost pending shows each digest',
        );
      }),
  };
}

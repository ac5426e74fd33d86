import { type AccountPorts, explained } from './account/check-account.ts';
import { type Check, failed, ok } from './check.ts';

export interface DeliveryCheckPorts {
  /** A sentence for each thing that keeps a route from delivering; null where there is no ledger yet. */
  readonly findTroubles: () => Promise<readonly string[] | null>;
  readonly explain: AccountPorts['explain'];
}

/** Whether what was sent arrived: that a destination answers a harmless request does not say that it takes digests. */
export function checkDeliveries(
  needs: readonly string[],
  { findTroubles, explain }: DeliveryCheckPorts,
): Check {
  return {
    name: 'deliveries',
    needs,
    run: () =>
      explained(explain, async () => {
        const troubles = await findTroubles();
        if (troubles === null) return ok('nothing was sent yet');
        if (troubles.length === 0) return ok('no digest is stuck or failing');
        return failed(troubles.join('; '), 'fix the destination; signalpost pending shows each digest');
      }),
  };
}

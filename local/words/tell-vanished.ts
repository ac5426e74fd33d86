import { counted } from '../../shared/domain/counted.ts';
import { mostCounted, type PendingOfRoute } from '../../shared/ledger/routes/pending.ts';

/** What is pending for a route that the config has no more, and the two commands that mend it. */
export function tellVanished(pending: PendingOfRoute, stage: string | null): { found: string; mend: string } {
  const { routeId, signalsWaiting, signalsHeld, digests } = pending;
  const parts = [
    signalsWaiting > 0 && `${capped(signalsWaiting, 'signal')} waiting`,
    signalsHeld > 0 && `${capped(signalsHeld, 'signal')} held back`,
    digests.length > 0 && `${capped(digests.length, 'digest')} undelivered`,
  ].filter((part) => part !== false);
  const where = stage === null ? '' : ` --stage ${stage}`;
  return {
    found: `the config has no route ${routeId} any more, and it still has ${parts.join(', ')}`,
    mend: `signalpost hand-over ${routeId} --to ROUTE${where}, or signalpost discard ${routeId}${where}`,
  };
}

/** Of what is counted up to a cap only. */
function capped(count: number, noun: string): string {
  return count < mostCounted ? counted(count, noun) : `${count.toLocaleString('en-US')}+ ${noun}s`;
}

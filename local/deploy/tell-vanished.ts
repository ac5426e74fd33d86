import { mostCounted, type PendingOfRoute } from '../../shared/ledger/pending.ts';

/** What is pending for a route that the config has no more, and the two commands that mend it. */
export function tellVanished(pending: PendingOfRoute, stage: string | null): { found: string; mend: string } {
  const { routeId, signalsWaiting, signalsHeld, digests } = pending;
  const parts = [
    signalsWaiting > 0 && `${counted(signalsWaiting, 'signal')} waiting`,
    signalsHeld > 0 && `${counted(signalsHeld, 'signal')} held back`,
    digests.length > 0 && `${counted(digests.length, 'digest')} undelivered`,
  ].filter((part) => part !== false);
  const where = stage === null ? '' : ` --stage ${stage}`;
  return {
    found: `the config has no route ${routeId} any more, and it still has ${parts.join(', ')}`,
    mend: `signalpost hand-over ${routeId} --to ROUTE${where}, or signalpost discard ${routeId}${where}`,
  };
}

function counted(count: number, noun: string): string {
  const more = count >= mostCounted ? '+' : '';
  return `${count.toLocaleString('en-US')}${more} ${noun}${count === 1 ? '' : 's'}`;
}

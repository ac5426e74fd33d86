import { counted } from '../../shared/domain/counted.ts';
import { atMost, type Need } from './route-needs.ts';
import { countDigests, type DigestRow, type RouteRow } from './route-row.ts';
import { tellMutedOf } from './tell-mutes.ts';

/** A line for the route's state, one for everything that waits or needs attention, and one for what it does. */
export function tellRoute(row: RouteRow, needs: readonly Need[], does: string | null): string {
  const { id, to, state, digests, signalsWaiting } = row;
  const { waiting, unknown } = countDigests(row);
  const isRouted = to !== null;
  const lines = [
    // The need of a removed route counts what is pending for it.
    isRouted && signalsWaiting > 0 && `${atMost(signalsWaiting, 'signal')} waiting for a digest`,
    ...row.muted.map(tellMutedOf),
    isRouted && waiting > 0 && `${counted(waiting, 'digest')} waiting for an attempt${ofHeartbeats(digests)}`,
    ...needs.map(({ found, fix }) => (fix === null ? found : `${found}: ${fix}`)),
    unknown > 0 && `${counted(unknown, 'digest')} in a state of a newer version: go back to that version`,
  ].filter((line) => line !== false);
  const shown = [...(lines.length > 0 ? lines : ['nothing is pending']), ...(does === null ? [] : [does])];
  const heading = `${id} (${to ?? 'not in the config'}): ${state === 'ENABLED' ? 'enabled' : 'disabled'}`;
  return [heading, ...shown.map((line) => `  ${line}`)].join('\n');
}

/** Heartbeats contain no signals, so they are listed separately. */
function ofHeartbeats(digests: readonly DigestRow[]): string {
  const waiting = digests.filter(({ state }) => state === 'FROZEN' || state === 'SENDING');
  const beats = waiting.filter(({ heartbeat }) => heartbeat).length;
  if (beats === 0) return '';
  return beats === waiting.length ? ' (heartbeats only)' : ` (${counted(beats, 'heartbeat')} among them)`;
}

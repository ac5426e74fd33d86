import { isoTime } from '../../shared/domain/clock.ts';
import type { Route } from '../../shared/domain/route.ts';
import type { DigestListing } from '../../shared/ledger/digest-listing.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';

export interface RouteRow {
  readonly id: string;
  readonly to: string;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly reason: string | null;
  /** ISO 8601; null when it is enabled. */
  readonly disabledSince: string | null;
  readonly signalsWaiting: number;
  /** Kept back from a flood until someone releases them. */
  readonly signalsHeld: number;
  readonly digests: readonly DigestListing[];
}

/** More than this many waiting signals are not counted one by one. */
const mostCounted = 10_000;

export async function describeRoute(ledger: Ledger, route: Route): Promise<RouteRow> {
  const { state, reason, since } = await ledger.readRoute(route.id);
  return {
    id: route.id,
    to: route.to.type,
    state,
    reason,
    disabledSince: state === 'DISABLED' && since !== null ? isoTime(since) : null,
    signalsWaiting: (await ledger.readOutbox(route.id, mostCounted)).length,
    signalsHeld: await ledger.countHeld(route.id),
    digests: await ledger.listUndelivered(route.id),
  };
}

/** A line on the route's state, and one for each thing that waits, with what to type where nothing moves by itself. */
export function tellRoute(row: RouteRow): string {
  const { id, to, state, digests, signalsWaiting, signalsHeld } = row;
  const inState = (...wanted: DigestListing['state'][]) =>
    digests.filter((digest) => wanted.includes(digest.state));
  const waiting = inState('FROZEN', 'SENDING').length;
  const kept = inState('HELD').length;
  const dead = inState('DEAD');
  const lines = [
    signalsWaiting > 0 && `${plural(signalsWaiting, 'signal')} waiting for a digest`,
    waiting > 0 && `${plural(waiting, 'digest')} waiting for an attempt`,
    kept > 0 && `${plural(kept, 'digest')} kept`,
    state === 'DISABLED' && `mend the destination, then: signalpost resume ${id}`,
    dead.length > 0 &&
      `${plural(dead.length, 'digest')} given up (${lastReason(dead)}): signalpost redrive ${id}`,
    inState('UNKNOWN').length > 0 &&
      `${plural(inState('UNKNOWN').length, 'digest')} in a state that a later version wrote: go back to it`,
    signalsHeld > 0 && `${plural(signalsHeld, 'signal')} held back from a flood: signalpost release ${id}`,
  ].filter((line) => line !== false);
  const shown = lines.length > 0 ? lines : ['nothing waits'];
  return [`${id} (${to}): ${tellState(row)}`, ...shown.map((line) => `  ${line}`)].join('\n');
}

function tellState({ state, reason, disabledSince }: RouteRow): string {
  if (state === 'ENABLED') return 'enabled';
  const since = disabledSince === null ? '' : ` (since ${disabledSince.slice(0, 16).replace('T', ' ')} UTC)`;
  return `disabled, ${reason ?? 'no reason was written down'}${since}`;
}

function lastReason(dead: readonly DigestListing[]): string {
  return dead.at(-1)?.reason ?? 'no reason was written down';
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

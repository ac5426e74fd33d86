import { counted } from '../../shared/domain/counted.ts';
import { formatDue, formatTime } from '../../shared/domain/times/format-time.ts';
import type { DigestListing } from '../../shared/ledger/items/digest-listing.ts';

type RouteState = 'ENABLED' | 'DISABLED';

const stateWords: Readonly<Record<DigestListing['state'], string>> = {
  FROZEN: 'waiting',
  SENDING: 'sending',
  HELD: 'waiting for its route',
  DEAD: 'failed for good',
  DELIVERED: 'delivered',
  DISCARDED: 'discarded',
  UNKNOWN: 'in a state of a newer version',
};

/** `msg_1  waiting, 3 signals, 1 attempt, next attempt in 20 minutes, answered 503` */
export function describeDigest(digest: DigestListing, route: RouteState, now: number, zone?: string): string {
  const { state, dueAt } = digest;
  const isKept = isKeptBy(route, digest);
  const next = state === 'FROZEN' && !isKept && dueAt !== null && `next attempt ${formatDue(dueAt, now)}`;
  return `${digest.digestId}  ${describeDigestState({ ...digest, state: isKept ? 'HELD' : state, timezone: zone }, next)}`;
}

interface Told extends Pick<DigestListing, 'state' | 'kind' | 'signals' | 'attempts' | 'reason' | 'instead'> {
  readonly deliveredAt: number | string | null;
  readonly timezone: string | null | undefined;
}

/** `waiting, 3 signals, 1 attempt, next attempt in 20 minutes, answered 503` */
export function describeDigestState(digest: Told, next: string | false = false): string {
  const { state, attempts, reason, deliveredAt, timezone, instead } = digest;
  const parts = [
    stateWords[state],
    instead !== null && `handed over to ${instead}`,
    describeContent(digest),
    counted(attempts, 'attempt'),
    deliveredAt !== null && formatTime(deliveredAt, timezone),
    next,
    reason ?? false,
  ].filter((part) => part !== false);
  return parts.join(', ');
}

/** A bot's message in a channel can have all of its signals in its thread, which is a digest of its own. */
function describeContent({ kind, signals }: Told): string {
  if (kind !== 'digest') return kind;
  return signals === 0 ? 'message above a thread' : counted(signals, 'signal');
}

/** A disabled route makes no attempts, so the digests that wait for one wait for the route. */
export function isKeptBy(route: RouteState, { state }: Pick<DigestListing, 'state'>): boolean {
  return state === 'HELD' || (state === 'FROZEN' && route === 'DISABLED');
}

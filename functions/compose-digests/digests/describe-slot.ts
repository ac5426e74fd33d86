import { hasClosed } from '../../../shared/domain/cells/deadline.ts';
import type { MentionRule } from '../../../shared/domain/cells/owners.ts';
import { readFactView } from '../../../shared/domain/cells/read-fact-view.ts';
import { isoTime } from '../../../shared/domain/clock.ts';
import type { DigestTotals, DigestView } from '../../../shared/domain/digests/digest.ts';
import { loudTime } from '../../../shared/domain/routes/due.ts';
import { quietUntil } from '../../../shared/domain/routes/quiet.ts';
import type { Round } from '../../../shared/domain/routes/round.ts';
import type { MentionSettings, Route } from '../../../shared/domain/routes/route.ts';
import { linksOf, showsContacts, zoneOf } from '../../../shared/domain/routes/route-view.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import type { ComposePorts } from './ports.ts';

/** `at`: the time of the round, whose digests are shown by this view. */
export async function describeView(
  ports: ComposePorts,
  route: Route,
  entries: readonly Pick<OutboxEntry, 'signal'>[],
  at: number,
): Promise<DigestView> {
  const rows = entries.flatMap(({ signal }) => signal ?? []);
  const place = { timezone: zoneOf(route), now: at };
  const next = nextDigestAt(ports, route, ports.clock.now());
  return {
    ...(await readFactView(ports.ledger, ports.config.columns, rows, place)),
    nextAt: next === null ? null : isoTime(next),
    show: route.show ?? [],
    links: linksOf(route, ports.config.links),
    mention: mentionIn(route.to, ports.config.people),
    groupBy: route.groupBy,
    actions: route.actions,
    contacts: showsContacts(route),
    route: { match: route.match, otherwise: route.otherwise, owner: route.owner },
  };
}

/** A hot signal whose deadline has passed at `at`, since it was recorded, is not hot, and waits for no summary. */
export function withHotnessAt(entry: OutboxEntry, view: DigestView, at: number): OutboxEntry {
  const isClosed = entry.hot && entry.signal !== null && hasClosed(entry.signal, view, at);
  return isClosed ? { ...entry, hot: false, hotBecause: [], releaseAt: null } : entry;
}

/** Names are the same everywhere; only destinations that mention people get their ids. */
function mentionIn(to: Route['to'], people: ComposePorts['config']['people'] = {}): MentionRule {
  const { hot, owners = false }: MentionSettings = ('mention' in to && to.mention) || {};
  const known = Object.entries(people).map(([name, ids]) => {
    return [name, owners && 'mention' in to ? (ids[to.type] ?? null) : null] as const;
  });
  return { hot, people: Object.fromEntries(known) };
}

/** Milliseconds since the epoch; null if the route has no times, or no more of them. */
export function nextDigestAt({ nextSlot }: ComposePorts, route: Route, now: number): number | null {
  return route.when === 'immediately' ? null : loudTime(route, route.when, now + 1, nextSlot);
}

/** The period begins with the round before, or with its first signal, which may have waited for longer than that. */
export function periodOfDigest(
  { when }: Route,
  round: Round,
  before: number | null,
  ready: readonly Pick<OutboxEntry, 'firstSeenAt'>[],
): { readonly start: string; readonly end: string } {
  const seen = ready.map(({ firstSeenAt }) => firstSeenAt);
  const first = Math.min(...seen);
  if (when === 'immediately') return { start: isoTime(first), end: isoTime(Math.max(...seen)) };
  return { start: isoTime(Math.min(first, before ?? first)), end: isoTime(round.at) };
}

type CameInQuietHours = (entry: Pick<OutboxEntry, 'firstSeenAt'>) => boolean;

/** Signals of a route with times have waited for a time anyway. */
export function cameInQuietHours(route: Route): CameInQuietHours {
  return ({ firstSeenAt }) => route.when === 'immediately' && quietUntil(route, firstSeenAt) !== null;
}

/** Counts what the round's messages held so far, and what waits to go into this one and the next ones. */
export function totalsOf(
  round: Round,
  ready: readonly Pick<OutboxEntry, 'firstSeenAt' | 'hot'>[],
  buyers: number | null,
  isQuiet: CameInQuietHours,
): DigestTotals {
  const inQuietHours = round.inQuietHours + ready.filter(isQuiet).length;
  return {
    signals: round.signals + ready.length,
    hot: round.hot + ready.filter((entry) => entry.hot).length,
    buyers,
    ...(inQuietHours > 0 ? { inQuietHours } : {}),
  };
}

import { counted, grouped } from '../counted.ts';
import { hourMs, minuteMs } from '../duration.ts';
import { wholeEveryMs } from '../polling/roster.ts';
import { formatTime, formatWhen } from '../times/format-time.ts';
import { unshownSince } from '../upstream/service.ts';
import type { BridgeProof, FailingBuyer, ReadingFacts, Rhythm } from './facts.ts';

export interface Unproven {
  readonly part: 'ticks' | 'token' | 'service' | 'bridges' | 'buyers' | 'values' | 'sweeps' | 'alarms';
  /** Milliseconds since the epoch; null if it is not known. */
  readonly since: number | null;
  /** Bridges, buyers or messages, counted; null for a part that is not counted. */
  readonly count: number | null;
  /** A sentence without its end: `the service has shown no list since …`. */
  readonly text: string;
}

/** A single tick is late or skipped now and then. */
const mostTicks = 3;

/**
 * Each part is judged by the time at which it was last seen to work: nothing is well because nothing failed. One
 * cause is told once: where the ticks or the service stand still, no buyer is late for a reason of its own.
 */
export function judgeReading(facts: ReadingFacts, rhythm: Rhythm, now: number): readonly Unproven[] {
  const { tickAt } = facts;
  const stopped = judgeTicks(tickAt, rhythm, now);
  if (stopped !== null) return [stopped];
  if (tickAt === null) return [];
  const at = judgedAt(facts, rhythm, now);
  if (facts.isTokenRejected) {
    const text = 'the API rejects the access token';
    return [{ part: 'token', since: facts.shownAt || null, count: null, text }];
  }
  // A run by hand has ended: what it asked for was answered.
  const awaySince = unshownSince(facts, facts, rhythm.isLasting ? 2 : 1);
  const isEmpty = awaySince !== null && isEmptyService(facts, at);
  if (awaySince !== null && !isEmpty) {
    const why = facts.problem === null ? '' : ` (${facts.problem})`;
    const since =
      facts.shownAt === 0
        ? `yet, asked since ${formatTime(awaySince)}`
        : `since ${formatTime(facts.shownAt)}`;
    const text = `the service has shown no list ${since}${why}`;
    return [{ part: 'service', since: facts.shownAt || awaySince, count: null, text }];
  }
  return [
    ...judgeBridges(facts, rhythm, at),
    ...judgeBuyers(isEmpty ? withoutFailing(facts) : facts, rhythm, at, now),
    ...judgeValues(facts, at),
  ];
}

/** The sweeps compose, deliver and judge alerts, each few minutes: without them, nobody is told of anything. */
export function judgeSweeps(judgedAt: number | null, { isLasting }: Rhythm, now: number): Unproven[] {
  if (!isLasting || judgedAt === null || now - judgedAt < 15 * minuteMs) return [];
  const text = `nothing is composed or delivered: the last sweep was ${formatWhen(judgedAt, now)}`;
  return [{ part: 'sweeps', since: judgedAt, count: null, text }];
}

/** `untold`: the times since when messages of alarms wait. Each sweep tries to send them. */
export function judgeTelling(untold: readonly number[], now: number): Unproven[] {
  const since = Math.min(...untold);
  if (untold.length === 0 || now - since <= 15 * minuteMs) return [];
  const count = untold.length;
  const text = `${counted(count, 'alarm message')} could not be sent since ${formatTime(since)}`;
  return [{ part: 'alarms', since, count, text }];
}

/**
 * A service that has answered each list with 404 for a day may have no signal of any watched buyer. A list that was
 * answered so once may fail otherwise since.
 */
function isEmptyService({ shownAt, since, failing, problem }: ReadingFacts, at: number): boolean {
  const isEmpty = failing.count > 0 && failing.first.every((buyer) => buyer.isEmpty);
  const failsOtherwise = problem?.startsWith('buyer ') === true && !problem.includes('answered 404');
  return isEmpty && !failsOtherwise && shownAt === 0 && at - since >= 24 * hourMs;
}

/** Lists that are perhaps empty say nothing of bridges, of buyers that nobody asked for, or of values. */
function withoutFailing(facts: ReadingFacts): ReadingFacts {
  return { ...facts, failing: { count: 0, first: [] } };
}

/** `tickAt`: null before the first tick. */
export function judgeTicks(
  tickAt: number | null,
  { everyMs, isLasting }: Rhythm,
  now: number,
): Unproven | null {
  if (!isLasting || now - (tickAt ?? 0) < Math.max(mostTicks * everyMs, 15 * minuteMs)) return null;
  const text =
    tickAt === null
      ? 'nothing was polled yet'
      : `polling has stopped: the last tick was ${formatWhen(tickAt, now)}`;
  return { part: 'ticks', since: tickAt, count: null, text };
}

/** The newest rows name the buyers whose rows just changed. Only a reading of all rows finds the others. */
function judgeBridges(
  { bridges, since, problem }: ReadingFacts,
  { everyMs, isLasting }: Rhythm,
  at: number,
): Unproven[] {
  // A bridge that is new in the config waits for its first look.
  const provenAt = ({ lookedAt, readAt, failingSince, isUnsorted }: BridgeProof): number =>
    Math.max(lookedAt ?? failingSince ?? (isUnsorted ? since : at), readAt ?? 0);
  const late = bridges.filter((bridge) => {
    if (!isLasting && bridge.failingSince !== null && !bridge.isUnsorted) return true;
    const lasts = bridge.isUnsorted ? 2 * hourMs : 2 * everyMs + 5 * minuteMs;
    return at - provenAt(bridge) > lasts;
  });
  const wholeAt = (bridge: BridgeProof): number => bridge.wholeAt ?? at;
  const wholeLasts = wholeEveryMs + 6 * hourMs + 2 * everyMs;
  const partly = bridges.filter((bridge) => !late.includes(bridge) && at - wholeAt(bridge) > wholeLasts);
  return [
    ...describeUnread(late, provenAt, { how: 'been read', problem }),
    ...describeUnread(partly, wholeAt, { how: 'all been read', problem }),
  ];
}

function describeUnread(
  bridges: readonly BridgeProof[],
  readAt: (bridge: BridgeProof) => number,
  { how, problem }: { readonly how: string; readonly problem: string | null },
): Unproven[] {
  if (bridges.length === 0) return [];
  const first = Math.min(...bridges.map(readAt));
  const why = problem?.startsWith('bridge ') ? ` (${problem})` : '';
  const names = describeFirst(bridges.map(({ bridgeId }) => bridgeId));
  const what = bridges.some(wasRead) ? `have not ${how} since ${formatTime(first)}` : 'were never read';
  const text = `the rows of ${counted(bridges.length, 'bridge')} ${what}: ${names}${why}`;
  return [{ part: 'bridges', since: first, count: bridges.length, text }];
}

function wasRead({ lookedAt, readAt }: BridgeProof): boolean {
  return lookedAt !== null || readAt !== null;
}

function judgeBuyers(
  { dueSince, failing, problem }: ReadingFacts,
  { everyMs, allEveryMs, isLasting }: Rhythm,
  at: number,
  now: number,
): Unproven[] {
  // A failing buyer is late at once if no ticks read it soon. A list that stood still while it failed was read.
  const lateAt = ({ since, readAt, isRefused, isUndecided }: FailingBuyer): number => {
    if (readAt > since) return readAt + allEveryMs + hourMs;
    return isRefused || !(isLasting || isUndecided) ? 0 : since + hourMs;
  };
  const long = failing.first.filter((buyer) => at >= lateAt(buyer));
  const found: Unproven[] = [];
  if (long.length > 0) {
    const first = Math.min(...long.map(({ since }) => since));
    const named = long.map(({ buyerId, nextTryAt, isRefused }) => {
      const next = nextTryAt <= now ? 'due' : `next try ${formatWhen(nextTryAt, now)}`;
      return `${buyerId} (${isRefused ? 'refused, ' : ''}${next})`;
    });
    const most = long.length === failing.first.length ? failing.count : long.length;
    const why = problem?.startsWith('buyer ') ? `; the last problem: ${problem}` : '';
    const lists = most === 1 ? 'the list of 1 buyer has' : `the lists of ${counted(most, 'buyer')} have`;
    const text = `${lists} not been read since ${formatTime(first)}: ${describeFirst(named, most)}${why}`;
    found.push({ part: 'buyers', since: first, count: most, text });
  }
  if (dueSince !== null && at - dueSince > Math.max(hourMs, mostTicks * everyMs)) {
    const text = `buyers are read late: the first has been due since ${formatTime(dueSince)}`;
    found.push({ part: 'buyers', since: dueSince, count: null, text });
  }
  return found;
}

/** A wait ends by the clock, whatever the service answers: the next sweep has its signal handed to its routes. */
function judgeValues({ awaited: { overAt } }: ReadingFacts, at: number): Unproven[] {
  if (overAt === null || at - overAt <= hourMs) return [];
  const text = `a signal that waited for a value was due at its routes at ${formatTime(overAt)}, and has not gone there`;
  return [{ part: 'values', since: overAt, count: null, text }];
}

/** `120 of 120 buyers read since 2026-11-27 08:00 UTC, the last 4 minutes ago · 3 of 3 bridges`; null for none. */
export function describeProven(facts: ReadingFacts, rhythm: Rhythm, now: number): string | null {
  const { buyers, failing, shownAt, bridges } = facts;
  if (shownAt === 0) return null;
  const known = buyers ?? 0;
  const read = isFirstReading(facts, rhythm, now)
    ? `${counted(known, 'buyer is', 'buyers are')} being read for the first time`
    : `${grouped(known - Math.min(known, failing.count))} of ${counted(known, 'buyer')} read`;
  const last = ` since ${formatTime(readSince(facts, rhythm, now))}, the last ${formatWhen(shownAt, now)}`;
  const looked = bridges.filter(wasRead).length;
  const rows = bridges.length === 0 ? [] : [`${looked} of ${counted(bridges.length, 'bridge')}`];
  return [`${read}${last}`, ...rows].join(' · ');
}

/** Times in milliseconds since the epoch. */
export function countRead(facts: ReadingFacts, rhythm: Rhythm, now: number) {
  const { failing, since } = facts;
  const buyers = facts.buyers ?? failing.count;
  const unread = Math.min(buyers, failing.count);
  // Bridges that can't be read hide all buyers where none is known.
  const parts = ['ticks', 'token', 'service', ...(buyers === 0 ? ['bridges'] : [])];
  const stopped = judgeReading(facts, rhythm, now).find(({ part }) => parts.includes(part));
  const isMost = facts.tickAt === null || isFirstReading(facts, rhythm, now) || unread > buyers / 2;
  // None of them was read since the last failure of any.
  const failedAt =
    failing.first.length === 0 ? since : Math.max(...failing.first.map((buyer) => buyer.since));
  const awaySince = stopped !== undefined || isMost ? (stopped?.since ?? failedAt) : null;
  return { buyers, unread, readSince: readSince(facts, rhythm, now), awaySince };
}

/** Some buyers have been due since the first tick: nobody has read them yet. A run by hand left none that came due later. */
function isFirstReading(facts: ReadingFacts, rhythm: Rhythm, now: number): boolean {
  const { dueSince, since } = facts;
  return dueSince !== null && dueSince <= Math.min(judgedAt(facts, rhythm, now), since + rhythm.everyMs);
}

/** The last tick where nothing runs all the time. */
function judgedAt({ tickAt }: Pick<ReadingFacts, 'tickAt'>, { isLasting }: Rhythm, now: number): number {
  return isLasting ? now : (tickAt ?? now);
}

/** Every list that can be read is due again after `watch.allEvery`, and was read since then. */
function readSince({ dueSince, since }: ReadingFacts, { allEveryMs }: Rhythm, now: number): number {
  return Math.max(since, Math.min(dueSince ?? now, now) - allEveryMs);
}

const mostNamed = 3;

function describeFirst(names: readonly string[], count = names.length): string {
  const more = count > mostNamed ? [`${grouped(count - mostNamed)} more`] : [];
  return [...names.slice(0, mostNamed), ...more].join(', ');
}

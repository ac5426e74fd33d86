import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { deadlineOf, hasClosed } from '../../shared/domain/cells/deadline.ts';
import { idsOf } from '../../shared/domain/cells/owners.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import type { DigestEntry, SignalRecord } from '../../shared/domain/history/history.ts';
import { chooseRoutes } from '../../shared/domain/routes/choose-routes.ts';
import { knownOf } from '../../shared/domain/routes/match.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { Signal } from '../../shared/domain/rows/signal.ts';
import { judgeHotness } from '../../shared/domain/signals/hotness.ts';

export type RouteDays = ReturnType<typeof countDays>;

/** A recorded signal with the routes that would take it now. */
type Rejudged = ReturnType<ReturnType<typeof createJudge>>;

/**
 * Judges a recorded signal anew by the config, as poll-signals would have. Of a rank that was not read then it knows nothing,
 * and a record keeps 2,000 bytes of texts. `keptBy`: the column of the deadline that alone keeps it from being hot; null if
 * none does.
 */
export function createJudge(config: SignalpostConfig, bridgeNames: ReadonlyMap<string, string>) {
  const zones = [...new Set(config.routes.map(zoneOf))];
  const mention = { people: idsOf(config.people, 'slack') };
  const view = { meanings: config.columns, bridgeNames, columns: new Map(), mention };
  const findClosed = (signal: Signal, at: number): string | null => {
    const isOver = zones.every((timezone) => hasClosed(signal, { ...view, timezone }, at));
    return isOver ? (deadlineOf(signal, { ...view, timezone: 'UTC' })?.column ?? null) : null;
  };
  return (record: SignalRecord) => {
    const { signal, notSent, buyerId, hotnessRank, hotBecause, firstSeenAt } = record;
    if (signal === null || notSent !== null) return { record, hot: false, routeIds: [], keptBy: null };
    const ranked = hotBecause.find((reason) => reason.rule === 'rank');
    const rank =
      hotnessRank === null ? ('behind' as const) : { rank: hotnessRank, of: ranked?.of ?? hotnessRank };
    const row = { columns: signal.columns, unsettled: [], rank };
    const closedBy = findClosed(signal, firstSeenAt);
    const open = judgeHotness({ ...row, isOver: false }, config.hot);
    const hotness = closedBy === null ? open : judgeHotness({ ...row, isOver: true }, config.hot);
    // It waited for a value then, which counts as a match.
    const hot = hotness.hot === false && record.hotUnknown ? null : hotness.hot;
    const takers = chooseRoutes(config, { buyerId, hot, ...knownOf(signal, view) });
    const keptBy = open.hot === true ? closedBy : null;
    return { record, hot: hot === true, routeIds: takers.map(({ route }) => route.id), keptBy };
  };
}

const dayOf = (at: number): string => isoTime(at).slice(0, 'YYYY-MM-DD'.length);

/** The last days of a route. */
export function countDays(
  routeId: string,
  { since, until }: { readonly since: number; readonly until: number },
  entries: readonly DigestEntry[],
  judged: readonly Rejudged[],
) {
  const own = entries.filter((entry) => entry.routeId === routeId && entry.kind === 'digest');
  const signalsOf = (some: readonly DigestEntry[]): number =>
    some.reduce((sum, { signalIds }) => sum + signalIds.length, 0);
  const days: string[] = [];
  for (let at = Date.parse(dayOf(since)); at <= until; at += dayMs) days.push(dayOf(at));
  const sentOn = new Set(own.map(({ createdAt }) => dayOf(createdAt)));
  return {
    since: isoTime(since),
    digests: own.length,
    signals: signalsOf(own),
    hot: own.reduce((sum, { hot }) => sum + hot, 0),
    /** All messages of a time together. */
    mostAtOnce: Math.max(0, ...[...Map.groupBy(own, ({ slot }) => slot).values()].map(signalsOf)),
    /** Days without a digest. */
    emptyDays: days.filter((day) => !sentOn.has(day)).length,
    days: days.map((day) => countDay(routeId, day, judged)),
  };
}

/** The signals that a route took on a day in UTC, and those that it would have taken by this config. */
function countDay(routeId: string, day: string, judged: readonly Rejudged[]) {
  const seen = judged.filter(({ record }) => dayOf(record.firstSeenAt) === day);
  const took = seen.filter(({ record }) =>
    record.verdicts.some((verdict) => verdict.routeId === routeId && verdict.takes),
  );
  const would = seen.filter(({ routeIds }) => routeIds.includes(routeId));
  return {
    day,
    took: took.length,
    tookHot: took.filter(({ record }) => record.hot).length,
    wouldTake: would.length,
    wouldBeHot: would.filter(({ hot }) => hot).length,
  };
}

import { explainRoutes } from '../../message/routes/explain-routes.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import { chooseRoutes } from '../../shared/domain/routes/choose-routes.ts';
import { knownOf, type RouteCandidate } from '../../shared/domain/routes/match.ts';
import { type Hotness, judgeHotness, type Rank } from '../../shared/domain/signals/hotness.ts';
import type { NewSignal } from '../../shared/domain/signals/recording.ts';
import type { PollSettings } from './poll-settings.ts';
import type { ListedSignal } from './ports.ts';

/**
 * Whether a listed signal is hot, and the signal as routes match it. The hotness of an unreadable signal is unknown.
 * `kept`: the hotness that it has already.
 */
export function judgeListed(
  { hot: rule }: PollSettings,
  buyerId: string,
  { content, unsettled = [] }: ListedSignal,
  { rank, isOver, kept }: { readonly rank: Rank; readonly isOver: boolean; readonly kept?: Hotness | null },
) {
  const signal = 'raw' in content ? null : content;
  const judged = signal && judgeHotness({ columns: signal.columns, unsettled, rank, isOver }, rule);
  const { hot, because }: Hotness = kept ?? judged ?? { hot: null, because: [] };
  const candidate: RouteCandidate = {
    buyerId,
    ...knownOf(signal),
    unsettled,
    hot,
    hotAwaited: hot === null && rule.columns.some(({ name }) => unsettled.includes(name)),
  };
  const hotness = { hot: hot === true, hotUnknown: hot === null, ...(hot ? { hotBecause: because } : {}) };
  return { candidate, hotness };
}

export interface Listed {
  readonly rank: Rank;
  readonly isOver: boolean;
  readonly baseline: boolean;
  /** It is baseline because the config leaves its bridge out. */
  readonly leftOut: boolean;
  readonly period: ListingPeriod;
  readonly now: number;
}

/** A listed signal as it is recorded, with its routes. */
export function describeNew(
  settings: PollSettings,
  buyerId: string,
  item: ListedSignal,
  { rank, isOver, baseline, leftOut, period, now }: Listed,
): NewSignal {
  const { candidate, hotness } = judgeListed(settings, buyerId, item, { rank, isOver });
  const takers = baseline ? [] : chooseRoutes(settings, candidate);
  const until = now + settings.summaryWaitMs;
  const decided = until > now ? takers.filter(({ isUndecided }) => !isUndecided) : takers;
  return {
    buyerId,
    signalId: item.id,
    firstSeenAt: now,
    baseline,
    leftOut,
    ...hotness,
    ...(baseline && !leftOut ? { firstRun: settings.firstRunNow } : {}),
    hotnessRank: typeof rank === 'string' ? null : rank.rank,
    // While its hotness is unknown, it waits for no summary.
    releaseAt: hotness.hot ? until : null,
    routeIds: decided.map(({ route }) => route.id),
    verdicts: baseline ? [] : explainRoutes(settings, candidate, takers),
    ...(decided.length < takers.length
      ? {
          awaited: {
            ...{ unsettled: item.unsettled ?? [], until, period },
            rankUnknown: rank === 'unknown' && !isOver,
          },
        }
      : {}),
    content: item.content,
  };
}

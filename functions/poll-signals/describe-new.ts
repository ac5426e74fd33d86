import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import { chooseRoutes } from '../../shared/domain/routes/choose-routes.ts';
import { explainRoutes } from '../../shared/domain/routes/explain-routes.ts';
import { knownOf, type RouteCandidate } from '../../shared/domain/routes/match.ts';
import { type Hotness, judgeHotness, type Rank } from '../../shared/domain/signals/hotness.ts';
import type { NewSignal } from '../../shared/domain/signals/recording.ts';
import type { IsOver } from './deadline-passed.ts';
import type { ListedSignal, PollSettings } from './ports.ts';

/** The hotness of an unreadable signal is unknown. */
export function judgeListed(
  { hot }: PollSettings,
  { content, unsettled = [] }: ListedSignal,
  rank: Rank,
  isOver: boolean,
): Hotness {
  if ('raw' in content) return { hot: null, because: [] };
  return judgeHotness({ columns: content.columns, unsettled, rank, isOver }, hot);
}

/** A listed signal as routes match it. */
export function candidateOf(
  { hot: { columns } }: PollSettings,
  buyerId: string,
  { content, unsettled = [] }: ListedSignal,
  { hot }: Hotness,
): RouteCandidate {
  return {
    ...{ buyerId, ...knownOf('raw' in content ? null : content), unsettled, hot },
    hotAwaited: hot === null && columns.some(({ name }) => unsettled.includes(name)),
  };
}

export interface Judged {
  readonly rank: Rank;
  readonly isOver: IsOver;
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
  { rank, isOver, baseline, leftOut, period, now }: Judged,
): NewSignal {
  const over = !('raw' in item.content) && isOver(item.content);
  const hotness = judgeListed(settings, item, rank, over);
  // While its hotness is unknown, it waits for no summary.
  const hot = hotness.hot === true;
  const candidate = candidateOf(settings, buyerId, item, hotness);
  const takers = baseline ? [] : chooseRoutes(settings, candidate);
  const until = now + settings.summaryWaitMs;
  const decided = until > now ? takers.filter(({ isUndecided }) => !isUndecided) : takers;
  return {
    buyerId,
    signalId: item.id,
    firstSeenAt: now,
    baseline,
    leftOut,
    ...(baseline && !leftOut ? { firstRun: settings.firstRunNow } : {}),
    hot,
    hotUnknown: hotness.hot === null,
    hotnessRank: typeof rank === 'string' ? null : rank.rank,
    ...(hot ? { hotBecause: hotness.because } : {}),
    releaseAt: hot ? until : null,
    routeIds: decided.map(({ route }) => route.id),
    verdicts: baseline ? [] : explainRoutes(settings, candidate, takers),
    ...(decided.length < takers.length
      ? {
          awaited: {
            ...{ unsettled: item.unsettled ?? [], until, period },
            rankUnknown: rank === 'unknown' && !over,
          },
        }
      : {}),
    content: item.content,
  };
}

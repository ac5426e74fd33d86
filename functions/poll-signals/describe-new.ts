import { explainRoutes } from '../../message/routes/explain-routes.ts';
import type { OwnerView } from '../../shared/domain/cells/owners.ts';
import { upstreamProblem } from '../../shared/domain/describe-error.ts';
import { isLeftOut } from '../../shared/domain/polling/left-out.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import { chooseRoutes } from '../../shared/domain/routes/choose-routes.ts';
import { knownOf, type RouteCandidate } from '../../shared/domain/routes/match.ts';
import { type Hotness, judgeHotness, type Place, type Rank } from '../../shared/domain/signals/hotness.ts';
import { mostKeptBytes } from '../../shared/domain/signals/limit-text.ts';
import type { NewSignal } from '../../shared/domain/signals/recording.ts';
import { listCallMs } from '../../shared/domain/upstream/call-times.ts';
import type { PollPorts, PollSettings } from './open-poll.ts';
import type { BuyerPoll, Found, ListedSignal } from './ports.ts';
import { readOwnerView, readRouting } from './read-owners.ts';

export async function describeNew(
  ports: PollPorts,
  poll: BuyerPoll,
  { items, period, baseline }: Found,
): Promise<NewSignal[]> {
  const { settings, clock } = ports;
  const { buyerId } = poll.buyer;
  const isNews = !baseline && items.some((item) => !isExcepted(settings, item));
  const rankOf = isNews ? await readRanks(ports, poll, period) : unknownRank;
  const isOver = await ports.readOver();
  const view = await readOwnerView(ports, items);
  const judged = items.map((item) => {
    const known = { rank: rankOf(item.id), isOver: isOver(item), view };
    const leftOut = isExcepted(settings, item);
    return { item, ...known, leftOut, ...judgeListed(settings, buyerId, item, known) };
  });
  const news = judged.filter(({ leftOut }) => !baseline && !leftOut);
  const routing = await readRouting(
    ports,
    news.map(({ candidate }) => candidate),
  );
  const now = clock.now();
  const until = now + settings.summaryWaitMs;
  return judged.map(({ item, rank, leftOut, candidate, hotness, ...known }) => {
    const isSent = !baseline && !leftOut;
    const takers = isSent ? chooseRoutes(routing, candidate) : [];
    const unsettled = item.unsettled ?? [];
    // A row may have more such columns than an item has room for their names: then they count as unknown at once.
    const waits = until > now && Buffer.byteLength(JSON.stringify(unsettled)) <= mostKeptBytes;
    const decided = waits ? takers.filter(({ isUndecided }) => !isUndecided) : takers;
    const awaited = {
      unsettled,
      until,
      period,
      rankUnknown: rank === 'unknown' && !known.isOver,
    };
    return {
      buyerId,
      signalId: item.id,
      firstSeenAt: now,
      baseline: !isSent,
      leftOut,
      ...hotness,
      ...(isSent || leftOut ? {} : { firstRun: settings.firstRunNow }),
      hotnessRank: typeof rank === 'string' ? null : rank.rank,
      // A signal whose hotness is unknown waits for no summary.
      releaseAt: hotness.hot ? until : null,
      routeIds: decided.map(({ route }) => route.id),
      verdicts: isSent ? explainRoutes(routing, candidate, takers) : [],
      ...(decided.length < takers.length ? { awaited } : {}),
      content: item.content,
    };
  });
}

/** A signal of a bridge that the config leaves out is recorded, but not sent. */
function isExcepted(settings: PollSettings, { content }: ListedSignal): boolean {
  return !('raw' in content) && isLeftOut(settings.watch, content.bridgeId.toLowerCase());
}

type RankOf = (signalId: string) => Rank;

const unknownRank: RankOf = () => 'unknown';

/** A hanging Hotness order must not take the time of the other buyers in the message: this is a few calls. */
export const longestMs = 4 * listCallMs;

/**
 * The first places of the Hotness order are read after the new signals, so that it includes them. Once that fails,
 * the ranks of this poll are unknown, and the failure is reported once.
 */
async function readRanks(ports: PollPorts, poll: BuyerPoll, period: ListingPeriod): Promise<RankOf> {
  const { buyerId } = poll.buyer;
  const { topByHotness } = ports.settings.hot;
  const ranks = new Map<string, Place>();
  const rankOf: RankOf = (id) => ranks.get(id) ?? (ranks.size < topByHotness ? 'unknown' : 'behind');
  if (topByHotness === 0 || poll.hasNoRanks) return rankOf;
  const query = { buyerId, order: 'Hotness', period } as const;
  try {
    const until = Math.min(poll.request.deadline, ports.clock.now() + longestMs);
    for await (const page of ports.signalPages(query, until)) {
      for (const { id } of page.items) {
        if (ranks.size >= topByHotness || ranks.has(id)) continue;
        const rank = ranks.size + 1;
        // A list that moves while it is read can count fewer signals than it shows.
        ranks.set(id, { rank, of: Math.max(page.totalItems, rank) });
      }
      if (ranks.size >= topByHotness) break;
    }
  } catch (error) {
    const problem = upstreamProblem(error);
    poll.hasNoRanks = true;
    ports.observe({ kind: 'hotness-failed', buyerId, problem });
  }
  return rankOf;
}

interface Judged {
  readonly rank: Rank;
  readonly isOver: boolean;
  readonly view: OwnerView;
  readonly kept?: Hotness | null;
}

/** The hotness of an unreadable signal is unknown. `kept`: the hotness that it has already. */
export function judgeListed(
  { hot: rule }: PollSettings,
  buyerId: string,
  { content, unsettled = [] }: ListedSignal,
  { rank, isOver, view, kept }: Judged,
) {
  const signal = 'raw' in content ? null : content;
  const judged = signal && judgeHotness({ columns: signal.columns, unsettled, rank, isOver }, rule);
  const { hot, because }: Hotness = kept ?? judged ?? { hot: null, because: [] };
  const candidate: RouteCandidate = {
    buyerId,
    ...knownOf(signal, view, unsettled),
    hot,
    hotAwaited: hot === null && rule.columns.some(({ name }) => unsettled.includes(name)),
  };
  const hotness = { hot: hot === true, hotUnknown: hot === null, ...(hot ? { hotBecause: because } : {}) };
  return { candidate, hotness };
}

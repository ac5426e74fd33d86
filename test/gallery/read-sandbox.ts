import { getSummary } from '../../functions/fetch-summaries/summary-source.ts';
import { listColumns } from '../../functions/poll-signals/learn-columns.ts';
import type { SignalPage } from '../../functions/poll-signals/ports.ts';
import { signalPages } from '../../functions/poll-signals/signal-source.ts';
import type { WorldPlan } from '../../sandbox/data/world.ts';
import { type BridgeApi, createBridgeApi } from '../../shared/bridge-api/index.ts';
import { hasClosed } from '../../shared/domain/cells/deadline.ts';
import type { DeclaredColumns } from '../../shared/domain/cells/meanings.ts';
import type { ColumnsByBridge } from '../../shared/domain/rows/columns.ts';
import { type HotRule, judgeHotness, type Place } from '../../shared/domain/signals/hotness.ts';
import type { KnownSummary, OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import { outboxKey } from '../../shared/ledger/items/keys.ts';
import { openSandboxApp, sandboxToken } from '../support/upstream/sandbox-app.ts';

/** What the config of a customer with the sandbox's bridges declares. */
export const sandboxColumns: DeclaredColumns = {
  deadline: 'Due Date',
  date: ['Held On', 'Next Meeting', 'Starts On', 'Expires On', 'Bid Opening'],
  money: ['Estimated Value', 'Annual Value', 'Budget'],
  person: ['Decision Makers', 'Decision Maker'],
  post: ['Post', 'Decision Maker Title'],
  owner: 'Account Owner',
  buyer: 'Buyer',
  stage: ['Stage', 'Status'],
  why: ['Fit Analysis', 'Why It Matters', 'Renewal Outlook', 'Background', 'Gist'],
};

/** What the functions would have recorded of a sandbox, for one route. */
export interface SandboxData {
  readonly entries: readonly OutboxEntry[];
  readonly summaries: ReadonlyMap<string, KnownSummary>;
  readonly columns: ColumnsByBridge;
}

export interface Sight {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly timezone: string;
  readonly hot: HotRule;
}

/** Reads all that a sandbox has of the last month, through the API client and the functions' own translations. */
export async function readSandbox(plan: WorldPlan, sight: Sight): Promise<SandboxData> {
  const { world, app } = openSandboxApp(plan, () => sight.now);
  const api = createBridgeApi({
    baseUrl: 'http://127.0.0.1:4010',
    token: async () => sandboxToken,
    fetch: async (input, init) => app.request(input, init),
    clock: { now: () => sight.now, sleep: async () => undefined },
    random: () => 0,
  });
  const columns = new Map<string, Awaited<ReturnType<typeof listColumns>>>();
  for (const { bridgeId } of world.bridges) {
    columns.set(bridgeId.toLowerCase(), await listColumns(api, bridgeId, Number.POSITIVE_INFINITY));
  }
  const entries: OutboxEntry[] = [];
  const summaries = new Map<string, KnownSummary>();
  for (const { buyerId } of world.buyers) {
    const own = await readBuyer(api, buyerId, sight);
    entries.push(...own);
    if (own.some(({ hot }) => hot)) summaries.set(buyerId, await readSummary(api, buyerId));
  }
  return { entries, summaries, columns };
}

async function readBuyer(
  api: BridgeApi,
  buyerId: string,
  { now, timezone, hot }: Sight,
): Promise<OutboxEntry[]> {
  const ranked = await readItems(api, buyerId, 'Hotness');
  const places = new Map<string, Place>(
    ranked.slice(0, hot.topByHotness).map(({ id }, index) => [id, { rank: index + 1, of: ranked.length }]),
  );
  const listed = await readItems(api, buyerId, 'Date');
  return listed.flatMap(({ id, content, unsettled = [], changedAt = now }) => {
    if ('raw' in content) return [];
    const rank = places.get(id) ?? 'behind';
    const isOver = hasClosed(content, { timezone, meanings: sandboxColumns }, now);
    const judged = judgeHotness({ columns: content.columns, unsettled, rank, isOver }, hot);
    const isHot = judged.hot === true;
    return {
      routeId: 'sales',
      key: outboxKey('sales', changedAt, id).sk,
      buyerId,
      firstSeenAt: changedAt,
      releaseAt: null,
      hot: isHot,
      hotnessRank: rank === 'behind' ? null : rank.rank,
      ...(isHot ? { hotBecause: judged.because } : {}),
      signal: content,
    };
  });
}

async function readItems(
  api: BridgeApi,
  buyerId: string,
  order: 'Date' | 'Hotness',
): Promise<SignalPage['items'][number][]> {
  const query = { buyerId, order, period: 'LastOneMonths' } as const;
  const items: SignalPage['items'][number][] = [];
  for await (const page of signalPages(api, query, {}, Number.POSITIVE_INFINITY)) items.push(...page.items);
  return items;
}

async function readSummary(api: BridgeApi, buyerId: string): Promise<KnownSummary> {
  const fetched = await getSummary(api, buyerId, Number.POSITIVE_INFINITY);
  if (fetched.result === 'ready') return { state: 'ready', summary: fetched.summary };
  return { state: fetched.result === 'none' ? 'none' : 'given-up', summary: null };
}

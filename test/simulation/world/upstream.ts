import { unreadableIdOf } from '../../../functions/poll-signals/unreadable-source.ts';
import { noteServed } from '../oracle/check-resumed.ts';
import { callPort } from './call-port.ts';
import { isWithin } from './coincidences/coincidence.ts';
import { answerHotness, cutPage, isForHotness } from './hard-lists.ts';
import { answerTrouble, cutError, fillersOf, isVanished, pageMs } from './odd-bridges.ts';
import type { Plan } from './plan/plan.ts';
import { rekeyCells } from './plan/plan-cells.ts';
import { refusalAt } from './plan/plan-refusals.ts';
import type { RowPlan, UpstreamChange } from './plan/plan-rows.ts';
import { type Instance, stamp, type World } from './world.ts';

/** A row as it stands upstream. */
export interface UpstreamRow {
  readonly plan: RowPlan;
  status: 'New' | 'Actioned';
  /** Whose list shows it now. */
  buyerId: string;
  /** All who ever had it. */
  readonly buyers: Set<string>;
  /** Its ids are written in capitals. */
  capitals: boolean;
  /** A page that holds no more than it may has shown it. */
  isShown: boolean;
  /** Nobody ever acts on it or moves it. */
  readonly steady: boolean;
  /** When the list shows it: its arrival, and the lag of the data that lists are made from. */
  readonly visibleAt: number;
  /** When it changed, its arrival included. */
  readonly updates: number[];
  json: string;
  /** What the ledger knows it by. */
  readonly signalId: string;
}

/** What upstream answered to one reading of a page, as far as it arrived. */
export interface ServedPage {
  readonly period: string;
  readonly order: string;
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly totalPages: number;
  readonly totalItems: number;
  readonly signalIds: readonly string[];
  /** By the clock of the instance that asked. */
  readonly askedAt: number;
  /** The instance that asked. */
  readonly by: number;
}

export interface Upstream {
  /** By their place in the plan; what has not arrived is absent. */
  readonly rows: ReadonlyMap<number, UpstreamRow>;
  apply(change: UpstreamChange): void;
  arrive(row: number): void;
  /** Brings the next planned change about now: the list moves while it is read. */
  hasten(): void;
  answer(request: { method: string; url: URL; sort: boolean }, instance: Instance): Answer;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter?: string;
  readonly buyerId?: string;
  readonly served?: ServedPage;
}

const dayMs = 86_400_000;

/** What a period covers at the least: the shortest that a server may make of it is the hardest on a reader. */
export const leastDays: Readonly<Record<string, number>> = {
  LastOneDay: 1,
  LastSevenDays: 7,
  LastThirtyDays: 30,
  LastSixtyDays: 60,
  LastOneMonths: 28,
  LastTwoMonths: 59,
  LastThreeMonths: 89,
  LastSixMonths: 181,
  LastNineMonths: 273,
  LastYear: 365,
  LastTwoYears: 730,
};

export function createUpstream(world: () => World): Upstream {
  const rows = new Map<number, UpstreamRow>();
  const done = new Set<UpstreamChange>();

  const arrive = (index: number): void => {
    const { plan, scheduler } = world();
    const leaves = plan.reading.swap?.leaves === index;
    const steady =
      !leaves && !plan.changes.some(({ row, kind }) => row === index && (kind === 'act' || kind === 'move'));
    rows.set(index, createRow(plan, plan.rows[index] as RowPlan, scheduler.now(), steady));
  };

  const apply = (change: UpstreamChange): void => {
    if (done.has(change)) return;
    done.add(change);
    const { plan, scheduler, trace } = world();
    const row = rows.get(change.row);
    trace?.push(`${stamp(world())} upstream: row ${change.row} ${change.kind}`);
    if (change.kind === 'arrive') {
      arrive(change.row);
    } else if (row !== undefined) {
      if (change.kind === 'act') row.status = 'Actioned';
      if (change.kind === 'return') row.status = 'New';
      if (change.kind === 'move' && change.buyerId !== undefined) moveTo(row, change.buyerId);
      if (change.kind === 'respell') row.capitals = true;
      const isMoved = change.kind === 'touch' || plan.statusMoves;
      rewrite(row, isMoved ? scheduler.now() : null);
    }
  };

  return {
    rows,
    apply,
    arrive,
    hasten() {
      const { plan } = world();
      const next = plan.changes.find((change) => !done.has(change));
      // What follows from an arrival waits for it, as `changes` is in the order of time.
      if (next) apply(next);
    },
    answer({ url, sort }, instance) {
      const { plan, dice, scheduler } = world();
      const parts = url.pathname.split('/');
      if (parts[3] === 'feed') {
        const refusal = refusalAt(plan.refusals, url.searchParams.get('buyerId') ?? '', scheduler.now());
        if (refusal !== null) return { status: refusal, body: '{}' };
        const { ranksThrottledFor } = plan.refusals;
        if (ranksThrottledFor !== null && isForHotness(url)) return throttle(ranksThrottledFor);
        const { hotnessTrouble: trouble } = plan.reading;
        if (trouble !== null && isForHotness(url)) return answerHotness(trouble);
        return answerList(world(), [...rows.values()], url, instance);
      }
      if (parts[3] === 'buyer') {
        const { summariesThrottledFor } = plan.refusals;
        if (summariesThrottledFor !== null) return throttle(summariesThrottledFor);
        if (plan.summaryTrouble !== null) return { status: plan.summaryTrouble, body: '{}' };
        const index = plan.buyers.indexOf(parts[4] ?? '');
        const kind = plan.summaries[index] ?? 'none';
        const isReady = kind !== 'generating' || dice.chance(0.4) || world().recovering;
        const shown = kind === 'none' ? 'none' : isReady ? 'ready' : 'generating';
        return answerSummary(parts[4] ?? '', shown, plan.growth.summaryLength);
      }
      if (sort && plan.sorting === 'refused') return { status: 400, body: '{}' };
      const ofBridge = [...rows.values()].filter(({ plan: row }) => row.bridgeId === parts[4]);
      const shown = ofBridge.flatMap((row) => {
        const at = sortedAt(row, scheduler.now());
        const isGone = isVanished(plan.bridgeOddities, row.buyerId, scheduler.now());
        return at === null || isGone ? [] : [{ json: rowJson(row), at }];
      });
      const isSorted = sort && plan.sorting === 'honoured';
      if (isSorted) shown.sort((a, b) => b.at - a.at);
      const own = shown.map(({ json }) => json);
      const { json: fillers, pageSize } = fillersOf(world(), parts[4] ?? '');
      return answerRows(isSorted ? [...own, ...fillers] : [...fillers, ...own], url, pageSize);
    },
  };
}

function throttle(seconds: number): Answer {
  return { status: 429, body: '', retryAfter: String(seconds) };
}

/** The change that a row is sorted by, which lags behind; null while it is not shown at all. */
function sortedAt({ plan, updates }: UpstreamRow, now: number): number | null {
  const { rowLagMs, updatedAheadMs = 0 } = plan;
  const changedAt = rowLagMs === null ? undefined : updates.findLast((at) => at + rowLagMs <= now);
  return changedAt === undefined ? null : changedAt + updatedAheadMs;
}

function moveTo(row: UpstreamRow, buyerId: string): void {
  row.buyerId = buyerId;
  row.buyers.add(buyerId);
}

/** `movedAt` is null for a change that leaves `updatedAt` as it was. */
function rewrite(row: UpstreamRow, movedAt: number | null): void {
  if (movedAt !== null) row.updates.push(movedAt);
  const { plan, updates } = row;
  // One that can't be read is known by its values, and would be another one with a new score.
  const isScored = !plan.unreadable && updates.length > 1;
  row.json = writeRow(row, updates.at(-1) ?? 0, isScored ? plan.score : firstScore(plan));
}

/** Whether a list of a period shows a row now. */
export function isListed(row: UpstreamRow, period: string, now: number): boolean {
  const from = now - (leastDays[period] as number) * dayMs;
  return row.status === 'New' && row.visibleAt <= now && row.plan.signalDate >= from;
}

function answerList(world: World, rows: readonly UpstreamRow[], url: URL, instance: Instance): Answer {
  const { plan, scheduler } = world;
  const get = (name: string): string => url.searchParams.get(name) ?? '';
  const [buyerId, period, order] = [get('buyerId'), get('relativeDatePeriodFrom'), get('sort')];
  if (isVanished(plan.bridgeOddities, buyerId, scheduler.now())) return { status: 404, body: '{}' };
  const pageNumber = Number(get('pageNumber'));
  const pageSize = sizeOfPages(plan.pageCap, Number(get('pageSize')));
  const listed = rows.filter((row) => row.buyerId === buyerId && isListed(row, period, scheduler.now()));
  const by = (row: UpstreamRow): number => (order === 'Hotness' ? row.plan.hotness : row.plan.signalDate);
  listed.sort((a, b) => by(b) - by(a) || a.plan.index - b.plan.index);
  const twin = plan.misfit === 'twice' ? (listed.find((row) => row.plan.unreadable) ?? listed[0]) : undefined;
  if (twin) listed.splice(listed.indexOf(twin), 0, twin);
  const totalItems = listed.length + (plan.misfit === 'uncounted' ? 1 : 0);
  const isOverfull = plan.overfullUntil !== null && scheduler.now() < plan.overfullUntil;
  const cut = cutPage(plan.reading.envelope, listed, { pageNumber, pageSize, totalItems });
  const page = isOverfull ? listed.slice((pageNumber - 1) * pageSize) : cut.page;
  const isServed = page.length <= pageSize;
  if (isServed) for (const row of page) row.isShown = true;
  const { totalPages } = cut;
  const envelope = `"pageNumber":${pageNumber},"pageSize":${pageSize},"totalItems":${totalItems},"totalPages":${totalPages}`;
  const served = {
    period,
    order,
    pageNumber,
    pageSize,
    totalPages,
    totalItems,
    signalIds: page.map(({ signalId }) => signalId),
    askedAt: instance.now(),
    by: instance.id,
  };
  // One that can't be read is known by its cells: they stay as they are.
  const items = page.map((row) => (row.plan.unreadable ? row.json : rekeyCells(row.json, plan.cellKeys)));
  return {
    status: 200,
    body: `{${envelope},"result":[${items.join(',')}]}`,
    buyerId,
    // A page over its size shows nothing that anybody may go by.
    ...(isServed ? { served } : {}),
  };
}

/** A server has a cap of its own, or pages of one size whatever it is asked for. */
function sizeOfPages(cap: number, asked: number): number {
  return cap > 100 ? cap : Math.min(asked, cap);
}

function answerSummary(buyerId: string, kind: 'ready' | 'generating' | 'none', textLength: number): Answer {
  if (kind === 'none') return { status: 404, body: '{"code":"resource.buyer.summary.empty"}' };
  const summary =
    kind === 'generating'
      ? null
      : {
          whatsRecent: { intro: 'A bond.'.padEnd(textLength, ' More.'), sections: [] },
          theBiggerPicture: null,
          areasForDeeperDiscovery: null,
        };
  return {
    status: 200,
    body: JSON.stringify({ buyerId, needsRegeneration: summary === null, summary, score: 80 }),
  };
}

function answerRows(rows: readonly string[], url: URL, mostRows: number): Answer {
  const pageNumber = Number(url.searchParams.get('pageNumber'));
  const pageSize = Math.min(Number(url.searchParams.get('pageSize')), mostRows);
  const page = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
  const totalPages = Math.ceil(rows.length / pageSize);
  const envelope = `"pageNumber":${pageNumber},"pageSize":${pageSize},"totalItems":${rows.length},"totalPages":${totalPages}`;
  return { status: 200, body: `{${envelope},"result":[${page.join(',')}]}` };
}

/** As the rows of its bridge show it. */
function rowJson({ json, plan, updates, buyerId }: UpstreamRow): string {
  if (!plan.unreadable) return rowOf(json);
  // A bridge's rows have ids, also where the list of signals shows something unreadable.
  return JSON.stringify({ rowId: plan.rowId, buyerId, ...timesOf(plan, updates.at(-1) ?? 0) });
}

/** What a row says about its times. */
function timesOf({ updatedAheadMs = 0, createdAt = null }: RowPlan, changedAt: number) {
  return {
    updatedAt: new Date(changedAt + updatedAheadMs).toISOString(),
    ...(createdAt === null ? {} : { createdAt: new Date(createdAt).toISOString() }),
  };
}

function createRow({ indexLagMs, reading }: Plan, plan: RowPlan, now: number, steady: boolean): UpstreamRow {
  const { buyerId } = plan;
  const json = writeRow({ plan, buyerId, capitals: false }, now, firstScore(plan));
  const signalId = plan.unreadable ? unreadableIdOf(buyerId, json) : `${plan.bridgeId}#${plan.rowId}`;
  return {
    plan,
    status: 'New',
    buyerId,
    buyers: new Set([buyerId]),
    capitals: false,
    isShown: false,
    steady,
    visibleAt: Math.max(now + indexLagMs, reading.filledAt ?? 0),
    updates: [now],
    json,
    signalId,
  };
}

function firstScore({ scoredLate, score }: RowPlan): unknown {
  return scoredLate ? { value: null, status: 'Queued', processedAt: null } : score;
}

function writeRow(
  { plan, buyerId, capitals }: Pick<UpstreamRow, 'plan' | 'buyerId' | 'capitals'>,
  updatedAt: number,
  score: unknown,
): string {
  const spelled = (id: string): string => (capitals ? id.toUpperCase() : id);
  const bridgeId = spelled(plan.bridgeId);
  const columns = {
    Buyer: 'Springfield',
    'Match Score': score,
    ...(plan.large ? { Text: 'x'.repeat(310_000) } : {}),
    ...(plan.textLength === undefined ? {} : { Story: 'x'.repeat(plan.textLength) }),
  };
  const row = {
    ...(plan.unreadable ? {} : { rowId: spelled(plan.rowId) }),
    bridgeId,
    buyerId: spelled(buyerId),
    name: `Row ${plan.index}`,
    ...timesOf(plan, updatedAt),
    columns,
  };
  return JSON.stringify({ bridge: { bridgeId, name: 'Tenders' }, row });
}

function rowOf(signalJson: string): string {
  return JSON.stringify((JSON.parse(signalJson) as { row: unknown }).row);
}

type MinimalResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'body'>;

/** `fetch` as the client knows it, over a network that does what the weather has in store. */
export function createSimulatedFetch(world: World, instance: Instance): typeof globalThis.fetch {
  const { plan, dice, oracle } = world;
  const fetch = (address: string, init: { method: string; body?: string }): Promise<MinimalResponse> => {
    const url = new URL(address);
    oracle.noteRequest(instance, url);
    const { weather } = plan;
    const calm = world.recovering;
    const isPoison = plan.poisonBuyer !== null && address.includes(plan.poisonBuyer);
    const slow = !calm && dice.chance(weather.slow);
    const drawnMs = slow ? dice.between(1_000, 70_000) : dice.between(40, 400);
    const isSilent = plan.reading.hotnessTrouble === 'timeout' && isForHotness(url);
    const isList = url.pathname.endsWith('/buyer-signals');
    const isRows = url.pathname.split('/')[3] === 'bridge';
    const listMs = (isList && plan.coincidence?.listMs) || 0;
    const latencyMs = isSilent ? 70_000 : Math.max(drawnMs, pageMs(plan.bridgeOddities, url), listMs);
    const timeoutMs = url.pathname.endsWith('/summary') ? 60_000 : 15_000;
    return callPort(world, instance, {
      port: 'fetch',
      about: isList ? 'fetch list' : isRows ? 'fetch rows' : '',
      label: `${init.method} ${url.pathname}${url.search}`,
      failure: null,
      latencyMs: Math.min(latencyMs, timeoutMs),
      effect: async () => {
        // The client's own timer is a real one, and far too slow to be met here.
        if (latencyMs >= timeoutMs) throw new DOMException('timed out', 'TimeoutError');
        if (!calm && dice.chance(weather.throttled))
          return respond(429, '', dice.chance(0.3) ? { 'retry-after': '2' } : {});
        if (isPoison) return dice.chance(0.5) ? respond(500, 'oops') : respond(200, '{"result":');
        if (!calm && dice.chance(weather.failing)) return respond(dice.pick([500, 502, 503]), 'oops');
        if (!calm && dice.chance(weather.cut)) throw cutError();
        if (!calm && dice.chance(weather.garbage))
          return respond(200, dice.pick(['<html>', '{}', '[1e400]']));
        const failure = plan.coincidence?.lists;
        if (failure && isList && isWithin(failure, world.scheduler.now()))
          return respond(failure.status, '{}');
        const sort = init.body?.includes('rowUpdatedAt') ?? false;
        const trouble = answerTrouble(plan.bridgeOddities, url, sort);
        if (trouble !== null) return respond(trouble.status, trouble.body);
        const date = new Date(world.scheduler.now()).toUTCString();
        const { status, body, retryAfter, buyerId, served } = world.upstream.answer(
          { method: init.method, url, sort },
          instance,
        );
        if (served && buyerId !== undefined) {
          const pages = instance.served.get(buyerId) ?? [];
          pages.push(served);
          instance.served.set(buyerId, pages);
          noteServed(world, buyerId, served);
          if (dice.chance(plan.moves)) world.upstream.hasten();
        }
        return respond(status, body, { date, ...(retryAfter ? { 'retry-after': retryAfter } : {}) });
      },
    });
  };
  return fetch as unknown as typeof globalThis.fetch;
}

const encoder = new TextEncoder();

function respond(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): MinimalResponse {
  const body = (async function* () {
    yield encoder.encode(text);
  })();
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => headers[name] ?? null } as unknown as Headers,
    body: body as unknown as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}

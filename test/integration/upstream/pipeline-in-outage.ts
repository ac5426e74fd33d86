import { createHandler as createPlanPolls } from '../../../functions/plan-polls/handler.ts';
import { createHandler as createPollSignals } from '../../../functions/poll-signals/handler.ts';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { createBridgeApi } from '../../../shared/bridge-api/index.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { isoTime } from '../../../shared/domain/clock.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { createUpstreamGate } from '../../../shared/runtime/upstream-gate.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;
const bridgeId = 'a0000000-0000-4000-8000-000000000001';
const everyMs = 15 * minute;
const pageSize = 20;

const buyerOf = (number: number): string => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

interface UpstreamSignal {
  readonly buyerId: string;
  readonly rowId: string;
  /** What upstream filters by; it is in no answer. */
  readonly dateAt: number;
}

/** What each period reaches back at the most, so that a listing shows as little as upstream may show. */
const daysOf: Readonly<Record<string, number>> = {
  LastOneMonths: 28,
  LastTwoMonths: 59,
  LastThreeMonths: 89,
  LastSixMonths: 181,
  LastNineMonths: 273,
};

/**
 * Polling as it is deployed, a tick each quarter of an hour, over a service that the test takes down. Sleeping takes no
 * time: a week is over in a few seconds.
 */
export function createPipelineInOutage(buyers: number, bridges: readonly string[] = []) {
  const clock = createFakeClock(Date.parse('2026-11-02T08:00:00Z'));
  const random = seededRandom(7);
  const table = openSqliteTable(':memory:');
  const ledger = createLedger({ table, clock, random });
  const observed: { readonly at: number; readonly observation: Observation }[] = [];
  const requests: { readonly at: number; readonly period: string; readonly buyerId: string }[] = [];
  const signals: UpstreamSignal[] = [];
  /** The answer to the lists of some buyers, by their number. */
  const upstream = { down: false, refused: new Map<number, number>() };

  const answer = async (url: string | URL | Request): Promise<Response> => {
    const query = new URL(String(url)).searchParams;
    const period = query.get('relativeDatePeriodFrom') ?? '';
    const buyerId = query.get('buyerId') ?? '';
    requests.push({ at: clock.now(), period, buyerId });
    if (upstream.down && random() < 0.5) throw new TypeError('fetch failed');
    if (upstream.down) return new Response('gateway trouble', { status: 503 });
    const refusal = upstream.refused.get(Number(buyerId.slice(24)));
    if (buyerId !== '' && refusal !== undefined) return new Response('', { status: refusal });
    // The rows of a bridge: they name no buyer beyond those of the config.
    if (period === '')
      return Response.json({ pageNumber: 1, pageSize, totalItems: 0, totalPages: 0, result: [] });
    const reach = daysOf[period];
    if (reach === undefined) throw new Error(`the test knows no period ${period}`);
    const listed = signals.filter(
      (signal) => signal.buyerId === buyerId && signal.dateAt >= clock.now() - reach * day,
    );
    const pageNumber = Number(query.get('pageNumber') ?? 1);
    const result = listed.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map((signal) => ({
      bridge: { bridgeId, name: 'Tenders', columns: [] },
      row: { rowId: signal.rowId, bridgeId, buyerId: signal.buyerId, name: 'A tender', columns: {} },
    }));
    const totalPages = Math.ceil(listed.length / pageSize);
    return Response.json({ pageNumber, pageSize, totalItems: listed.length, totalPages, result });
  };

  const observe = (observation: Observation): void => {
    if (observation.kind !== 'upstream-requested') observed.push({ at: clock.now(), observation });
  };
  const gate = createUpstreamGate({ clock, ledger, observe });
  const token = async () => 'token';
  const api = createBridgeApi({ baseUrl: 'https://bridge.test', token, fetch: answer, clock, random, gate });
  const config = checkConfig({
    api: { baseUrl: 'https://bridge.test', token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    watch: {
      buyers: Array.from({ length: buyers }, (_, number) => buyerOf(number)),
      bridges,
      every: '15 minutes',
    },
    hot: { topByHotness: 0 },
    routes: [
      {
        id: 'crm',
        match: {},
        when: 'immediately',
        to: {
          type: 'webhook',
          url: 'https://crm.example.com/hooks',
          signingSecret: { secret: 'DIGEST_SIGNING_SECRET' },
        },
      },
    ],
  });
  const queued: unknown[] = [];
  const queue = (name: string) => ({
    send: async (messages: readonly unknown[]) => void (name === 'poll' && queued.push(...messages)),
  });
  const ports = { config, clock, observe, ledger, api, queue };
  const planPolls = createPlanPolls(ports);
  const pollSignals = createPollSignals(ports);

  /** As much time as Lambda would leave; sleeping side by side adds up here, so it is generous. */
  const invocation = () => {
    const end = clock.now() + 14 * minute;
    return { getRemainingTimeInMillis: () => Math.max(0, end - clock.now()) };
  };
  let nextSlot = clock.now();

  /** `due`: as the schedule asks. */
  const tick = async (event: { readonly due?: boolean } = {}): Promise<void> => {
    if (clock.now() < nextSlot) await clock.sleep(nextSlot - clock.now());
    await planPolls({ ...event, slot: isoTime(nextSlot) }, invocation());
    nextSlot += everyMs;
    for (const message of queued.splice(0)) {
      const Records = [{ eventSource: 'aws:sqs', messageId: 'm', body: JSON.stringify(message) }];
      await pollSignals({ Records }, invocation());
    }
  };

  return {
    clock,
    upstream,
    observed,
    requests,
    tick,
    close: () => table.close(),
    async tickFor(ms: number, event?: { readonly due: boolean }): Promise<void> {
      for (const end = nextSlot + ms; nextSlot < end; ) await tick(event);
    },
    list(buyer: number, rowNumber: number, dateAt: number): string {
      const rowId = `c0000000-0000-4000-8000-${String(rowNumber).padStart(12, '0')}`;
      signals.push({ buyerId: buyerOf(buyer), rowId, dateAt });
      return rowId;
    },
    waiting: async (): Promise<string[]> =>
      (await ledger.readOutbox('crm', 1_000)).map(({ signal }) => signal?.rowId ?? 'unreadable'),
    /** The kinds of what was observed since, and how often. */
    tally(since: number, until = Number.POSITIVE_INFINITY): Readonly<Record<string, number>> {
      const counts: Record<string, number> = {};
      for (const { at, observation } of observed) {
        if (at < since || at >= until) continue;
        counts[observation.kind] = (counts[observation.kind] ?? 0) + 1;
      }
      return counts;
    },
  };
}

/**
 * What polling by rows costs upstream, against asking for each buyer's list at each tick: `node test/bench/polls.bench.ts`.
 * A day of 1,000 buyers in the sandbox, a tick each quarter of an hour, with 40 new signals and as many re-synced rows;
 * the functions are those that are deployed, time is simulated. An hour of polling everyone then follows in the same
 * world. Fails when a signal is recorded later than the second tick, or the ratio is not below a tenth.
 */
import { createHandler as createPlanPolls } from '../../functions/plan-polls/handler.ts';
import { createHandler as createPollSignals } from '../../functions/poll-signals/handler.ts';
import { createSandboxApp } from '../../sandbox/app.ts';
import { arrive } from '../../sandbox/control/arrivals.ts';
import { makeWorld } from '../../sandbox/data/world.ts';
import { openStore } from '../../sandbox/store/open-store.ts';
import { createBridgeApi } from '../../shared/bridge-api/index.ts';
import { checkConfig } from '../../shared/config/check-config.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { createLedger } from '../../shared/ledger/ledger.ts';
import { createMemoryTable } from '../support/ledger/memory-table.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { createFakeClock } from '../support/time/fake-clock.ts';

const minuteMs = 60_000;
const everyMs = 15 * minuteMs;
const ticksADay = 96;
const arrivalsADay = 40;
const buyers = 1_000;

const clock = createFakeClock(Date.parse('2026-11-23T00:00:00Z'));
const random = seededRandom(40);
const world = makeWorld({ seed: 1, buyers, bridges: 8, signals: 10 * buyers });
const { store } = openStore(':memory:', world, clock.now());
const { app } = createSandboxApp({
  store,
  token: 'bench',
  now: clock.now,
  report: (error) => {
    throw error;
  },
});

const calls = { lists: 0, rows: 0 };
const arrivedAt = new Map<string, number>();
const latenesses: number[] = [];
const observe = (observation: Observation): void => {
  if (observation.kind === 'upstream-requested') {
    calls[observation.operation === 'listBridgeRows' ? 'rows' : 'lists'] += 1;
  } else if (observation.kind === 'signal-recorded') {
    const arrived = arrivedAt.get(observation.signalId);
    if (arrived !== undefined) latenesses.push(clock.now() - arrived);
  }
};

const ledger = createLedger({ table: createMemoryTable(), clock, random });
const api = createBridgeApi({
  baseUrl: 'http://127.0.0.1',
  token: async () => 'bench',
  fetch: async (url, init) => app.request(String(url), init),
  clock,
  random,
  onRequest: ({ operation, attempt }) => observe({ kind: 'upstream-requested', operation, attempt }),
});
const config = checkConfig({
  api: { baseUrl: 'https://sandbox.example', token: { secret: 'TOKEN' } },
  // Half of the bridges are watched; the others are learned from the signals that come from them.
  watch: {
    buyers: world.buyers.map(({ buyerId }) => buyerId),
    bridges: world.bridges.slice(0, 4).map(({ bridgeId }) => bridgeId),
  },
  routes: [{ id: 'all', when: 'immediately', to: { type: 'slack', webhookUrl: { secret: 'SLACK' } } }],
});

const queued: unknown[] = [];
const queue = (name: string) => ({
  send: async (messages: readonly unknown[]) => void (name === 'poll' && queued.push(...messages)),
});
const ports = { config, clock, observe, ledger, api, queue };
const planPolls = createPlanPolls(ports);
const pollSignals = createPollSignals(ports);
const invocation = { getRemainingTimeInMillis: () => 300_000 };

async function tick(event: object): Promise<void> {
  await planPolls({ ...event, slot: isoTime(clock.now()) }, invocation);
  for (const message of queued.splice(0)) await pollSignals(message, invocation);
}

/** So many quarters of an hour: signals arrive and rows are re-synced, then the schedule ticks. */
async function live(ticks: number, event: object): Promise<{ lists: number; rows: number }> {
  const before = { ...calls };
  const times = Array.from({ length: arrivalsADay }, () => Math.floor(random() * ticksADay));
  for (let number = 0; number < ticks; number += 1) {
    for (const _ of times.filter((time) => time === number)) {
      await clock.sleep(1_000);
      const row = arrive(store, clock.now());
      arrivedAt.set(`${row.bridge.bridgeId}#${row.rowId}`, clock.now());
      store.touchStale(1, clock.now());
    }
    const left = everyMs - (clock.now() % everyMs);
    await clock.sleep(left);
    await tick(event);
  }
  return { lists: calls.lists - before.lists, rows: calls.rows - before.rows };
}

const started = performance.now();
await tick({ due: true });
// Until the rows that the sandbox was filled with are no news any more.
await live(7, { due: true });
arrivedAt.clear();
latenesses.length = 0;
const day = await live(ticksADay, { due: true });
const found = [latenesses.length, arrivedAt.size];
const latest = Math.max(...latenesses) / minuteMs;
const hour = await live(4, {});
const each = (hour.lists + hour.rows) * 24;
const ratio = (day.lists + day.rows) / each;

const figure = (value: number): string => value.toLocaleString('en-US');
console.log(
  `${figure(buyers)} buyers, a day of ${ticksADay} ticks, ${found[0]} of ${found[1]} new signals recorded`,
);
console.log(`recorded after ${latest.toFixed(0)} minutes at the latest`);
console.log(`by rows:      ${figure(day.lists)} calls for lists, ${figure(day.rows)} for rows`);
console.log(`each buyer:   ${figure(each)} calls (an hour's ${figure(hour.lists + hour.rows)}, 24 times)`);
const good = ratio < 0.1 && latest <= (2 * everyMs) / minuteMs && found[0] === found[1];
if (!good) process.exitCode = 1;
console.log(`${good ? 'ok  ' : 'FAIL'} ${(ratio * 100).toFixed(1)} % of the calls`);
console.log(`${((performance.now() - started) / 1_000).toFixed(0)} s`);

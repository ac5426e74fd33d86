/**
 * How near to a limit that nobody told it of the limiter settles: `node test/bench/limiter.bench.ts`. Services on loopback
 * allow R requests a second and answer the rest with bare 429s; four clients in this process, each with a gate of its own
 * over one shared table in SQLite, call as fast as they may. All services are called at the same time, for three
 * minutes, the first of which does not count. Fails when one settles below 0.85 R, or 1 % of its calls meet a 429. A
 * process that gets too little of the machine settles lower: how late its timers were is printed, too.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openSqliteTable } from '../../local/machine/sqlite-table.ts';
import { type BridgeApi, createBridgeApi } from '../../shared/bridge-api/index.ts';
import { HttpStatusError } from '../../shared/domain/errors.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import { createRateLimit, type LimitKind } from '../unit/upstream/rate-limits.ts';
import { createGateOver, type SimulatedCall, tallyOf } from '../unit/upstream/simulated-calls.ts';

/** The strictest kind at each rate; every kind at each rate is called in a virtual clock, in `npm test`. */
const services: readonly { readonly kind: LimitKind; readonly perSecond: number }[] = [
  { kind: 'sliding window', perSecond: 5 },
  { kind: 'sliding window', perSecond: 20 },
  { kind: 'sliding window', perSecond: 60 },
  { kind: 'fixed window', perSecond: 20 },
  { kind: 'token bucket', perSecond: 20 },
];
const clients = 4;
const callersPerClient = 8;
const warmUpMs = 60_000;
const countedMs = 120_000;
const leastSettled = 0.85;
const mostRefused = 0.01;
const buyerId = '7d0c4c52-3f0e-4b0e-9d0a-6f2f8f4a1b10';
const list = JSON.stringify({ pageNumber: 1, pageSize: 20, totalItems: 0, totalPages: 0, result: [] });

const directory = mkdtempSync(join(tmpdir(), 'signalpost-limiter-'));
const started = performance.now();
const elapsed = () => performance.now() - started;

async function startService(kind: LimitKind, perSecond: number) {
  const isServed = createRateLimit(kind, () => perSecond);
  const calls: Omit<SimulatedCall, 'instance'>[] = [];
  const server = createServer((_, answer) => {
    const refused = !isServed(Date.now());
    calls.push({ elapsedMs: elapsed(), refused });
    answer.writeHead(refused ? 429 : 200, { 'content-type': 'application/json' });
    answer.end(refused ? '' : list);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { calls, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function keepCalling(api: BridgeApi): Promise<void> {
  while (elapsed() < warmUpMs + countedMs) {
    try {
      await api.listBuyerSignals({ buyerId });
    } catch (error) {
      // Out of retries: the next call goes on.
      if (!(error instanceof HttpStatusError && error.status === 429)) throw error;
    }
  }
}

async function measure(kind: LimitKind, perSecond: number) {
  const { server, url, calls } = await startService(kind, perSecond);
  const table = openSqliteTable(join(directory, `${kind} ${perSecond}.db`));
  const callers = Array.from({ length: clients }, () => {
    const gate = createGateOver(table, systemClock, systemRandom);
    const ports = { fetch: globalThis.fetch, clock: systemClock, random: systemRandom };
    const api = createBridgeApi({ baseUrl: url, token: async () => 'bench', gate, ...ports });
    return Array.from({ length: callersPerClient }, () => keepCalling(api));
  });
  await Promise.all(callers.flat());
  table.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const { servedPerSecond, refusedShare } = tallyOf(calls, warmUpMs, warmUpMs + countedMs);
  return { kind, perSecond, settled: servedPerSecond / perSecond, refusedShare };
}

const timerMs = 10;
const delay = monitorEventLoopDelay({ resolution: timerMs });
delay.enable();
console.log(
  `${services.length} services, ${clients} clients in one process for each, ${(warmUpMs + countedMs) / 1000} s`,
);
try {
  const measured = await Promise.all(services.map(({ kind, perSecond }) => measure(kind, perSecond)));
  for (const { kind, perSecond, settled, refusedShare } of measured) {
    const good = settled >= leastSettled && refusedShare < mostRefused;
    if (!good) process.exitCode = 1;
    const figures = `settled at ${settled.toFixed(2)} R, ${(refusedShare * 100).toFixed(2)} % of calls met a 429`;
    console.log(
      `${good ? 'ok  ' : 'FAIL'} R = ${String(perSecond).padStart(2)}, ${kind.padEnd(14)} ${figures}`,
    );
  }
  // The histogram holds the interval of its own timer, too.
  const late = (percent: number) => `${(delay.percentile(percent) / 1e6 - timerMs).toFixed(0)} ms`;
  console.log(`timers were late by ${late(50)} (median), ${late(99)} (99 of 100), ${late(100)} (all)`);
} finally {
  rmSync(directory, { recursive: true });
}

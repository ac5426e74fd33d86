import type { Observe } from '../../../functions/observations/observation.ts';
import { createUpstreamGate } from '../../../functions/runtime/upstream-gate.ts';
import type { Clock, Random } from '../../../shared/domain/clock.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import type { Table } from '../../../shared/ledger/table/table.ts';
import { aroundCalls } from '../ledger/around-calls.ts';
import { createMemoryTable } from '../ledger/memory-table.ts';
import { seededRandom } from '../seeded-random.ts';
import { createSimulatedTime } from './simulated-time.ts';

/** What a service may mean by "R requests a second". Each is told of a request's arrival and answers whether it serves it. */
type RateLimit = (now: number) => boolean;

type LimitKind = 'fixed window' | 'sliding window' | 'token bucket';
export const limitKinds: readonly LimitKind[] = ['fixed window', 'sliding window', 'token bucket'];

export interface SimulatedCalls {
  readonly seed: number;
  readonly kind: LimitKind;
  /** Calls a second that upstream serves, at so many milliseconds from the start. */
  readonly perSecond: (elapsedMs: number) => number;
  readonly durationMs: number;
  /** What a 429 carries, in milliseconds. */
  readonly retryAfterMs?: number | null;
  /** The least and the most milliseconds until an answer comes, refusals too. @default 15 to 100 */
  readonly answersMs?: readonly [number, number];
  /** @default 4 */
  readonly instances?: number;
  /** How many calls an instance wants to make at once. @default 8 */
  readonly callers?: number;
  /** Whether anybody wants to call then. @default always */
  readonly isBusy?: (elapsedMs: number) => boolean;
}

export interface SimulatedCall {
  readonly elapsedMs: number;
  readonly instance: number;
  readonly refused: boolean;
}

const start = Date.parse('2026-11-21T08:00:00Z');

/**
 * Instances with a gate each over one table, all of which call as fast as their gates let them. The table takes 3 to 15 ms,
 * an answer 20 to 115 unless the world says otherwise, and a timer is up to 4 ms late: all from the seed.
 */
export async function simulateCalls(world: SimulatedCalls): Promise<SimulatedCall[]> {
  const {
    instances = 4,
    callers = 8,
    retryAfterMs = null,
    answersMs = [15, 100],
    isBusy = () => true,
  } = world;
  const random = seededRandom(world.seed);
  const time = createSimulatedTime(start + random() * 1000);
  const begun = time.now();
  const between = (least: number, most: number) => least + random() * (most - least);
  const clock: Clock = {
    now: time.now,
    sleep: (ms) => time.sleep(ms + between(0, 4)),
  };
  const table = createMemoryTable();
  const limit = createRateLimit(world.kind, (now) => world.perSecond(now - begun));
  const calls: SimulatedCall[] = [];

  const call = async (instance: number, gate: ReturnType<typeof createUpstreamGate>): Promise<void> => {
    const asked = {
      operation: 'listBuyerSignals',
      freshToken: false,
    } as const;
    const admission = await gate.admit({ ...asked, deadline: null });
    await time.sleep(between(5, 15));
    const refused = !limit(time.now());
    calls.push({ elapsedMs: time.now() - begun, instance, refused });
    await time.sleep(between(...answersMs));
    await gate.report({
      ...asked,
      admission,
      status: refused ? 429 : 200,
      retryAfterMs: refused ? retryAfterMs : null,
    });
  };

  for (let instance = 0; instance < instances; instance++) {
    const slow = slowTable(table, () => time.sleep(between(3, 15)));
    const gate = createGateOver(slow, clock, random);
    time.at(begun, () => {
      for (let caller = 0; caller < callers; caller++) void keepCalling(instance, gate);
    });
  }
  async function keepCalling(instance: number, gate: ReturnType<typeof createUpstreamGate>): Promise<void> {
    for (;;) {
      if (isBusy(time.now() - begun)) await call(instance, gate);
      else await time.sleep(1_000);
    }
  }
  await time.runUntil(begun + world.durationMs);
  return calls;
}

export function createGateOver(
  table: Table,
  clock: Clock,
  random: Random,
  observe: Observe = () => {},
  callsPerSecond?: number,
  forEvents?: boolean,
) {
  const ledger = createLedger({ table, clock, random });
  return createUpstreamGate({ clock, ledger, observe, callsPerSecond, forEvents });
}

/** Sleeps before each call. */
export const slowTable = (table: Table, delay: () => Promise<void>): Table =>
  aroundCalls(table, async (_, call) => {
    await delay();
    return call();
  });

export function tallyOf(
  calls: readonly { readonly elapsedMs: number; readonly refused: boolean }[],
  fromMs: number,
  toMs: number,
) {
  const within = calls.filter(({ elapsedMs }) => elapsedMs >= fromMs && elapsedMs < toMs);
  const refused = within.filter((one) => one.refused).length;
  return {
    /** Served calls a second. */
    servedPerSecond: ((within.length - refused) * 1000) / (toMs - fromMs),
    /** The part of the calls that met a 429. */
    refusedShare: within.length === 0 ? 0 : refused / within.length,
  };
}

/** `perSecond` is asked at each request, so that a limit can change. Refused requests don't count. */
function createRateLimit(kind: LimitKind, perSecond: (now: number) => number): RateLimit {
  if (kind === 'token bucket') return tokenBucket(perSecond);
  const begin = (now: number) => (kind === 'fixed window' ? Math.floor(now / 1000) * 1000 - 1 : now - 1000);
  const served: number[] = [];
  return (now) => {
    while (served[0] !== undefined && served[0] <= begin(now)) served.shift();
    if (served.length >= perSecond(now)) return false;
    served.push(now);
    return true;
  };
}

/** Holds as many tokens as come in a second. */
function tokenBucket(perSecond: (now: number) => number): RateLimit {
  let tokens = Number.POSITIVE_INFINITY;
  let last = 0;
  return (now) => {
    const rate = perSecond(now);
    tokens = Math.min(rate, tokens + ((now - last) * rate) / 1000);
    last = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

import { cloudSecretName } from '../../functions/wiring.ts';
import { createSimulatedTime, type SimulatedTime } from '../../machine/simulated-time.ts';
import { openSqliteTable } from '../../machine/sqlite-table.ts';
import { timeSchedules } from '../../machine/timed-schedules.ts';
import { drawFor } from '../../sandbox/data/draw.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { createCounts } from '../../shared/domain/count-observation.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { measureObservation } from '../../shared/runtime/metrics.ts';
import { accessToken, listSecretUses } from '../secret-uses.ts';
import { assumptions } from './assumptions.ts';
import { type CountedCloud, type CountedInvocation, createCountedCloud } from './counted-cloud.ts';
import { storedSizes } from './counted-table.ts';
import { openUpstream } from './counted-upstream.ts';

export interface CountOptions {
  readonly config: SignalpostConfig;
  readonly buyers: number;
  /** How often to look for something new, as `15 minutes`. */
  readonly every: string;
  /** New signals a day. */
  readonly arrivals: number;
  /** How long an answer of the API takes. */
  readonly latencyMs: number;
  /** Hours to simulate before counting begins, and while counting. @default a day each */
  readonly hours?: { readonly before: number; readonly counted: number };
  /** Told after each simulated hour. */
  readonly onHour?: () => void;
}

export interface CountedDay {
  /** Those that began on the day that is counted. */
  readonly invocations: readonly CountedInvocation[];
  /** Those of one tick that polls everyone. */
  readonly everyone: readonly CountedInvocation[];
  readonly buyersPolled: number;
  readonly newSignals: number;
  readonly digestsDelivered: number;
  /** One for each metric and each hour in which it was sent. */
  readonly metricHours: number;
  /** What the ledger keeps after it, its index included. */
  readonly tableBytes: number;
  /** All calls of the API since the beginning: as they were made, and as the service itself counted them. */
  readonly calls: { readonly made: number; readonly answered: number };
  /** What went wrong, a sentence each: the counts are not to be relied on then. */
  readonly problems: readonly string[];
}

/** A Sunday: the day that is counted is a Monday, so that what comes on weekdays or once a week is in it. */
const start = Date.parse('2026-03-01T00:00:00Z');
const hourMs = 3_600_000;
/** What was begun late in a day is over by then. */
const drainMs = hourMs;
const signalsPerBuyer = 10;
const fewestBridges = 8;
const stage = 'prod';

/** Hours that are simulated unless told otherwise. */
export const wholeDays = { before: 24, counted: 24 };

/**
 * Simulates a day with the real functions, and counts what the cloud would bill for it. The same options give the same
 * figures: time, chance and CPU are all simulated or assumed.
 */
export async function countDay(options: CountOptions): Promise<CountedDay> {
  const { before, counted } = options.hours ?? wholeDays;
  const from = start + before * hourMs;
  const until = from + counted * hourMs;
  const time = createSimulatedTime(start);
  const random = drawFor(1, 'cost').next;
  const problems = new Set<string>();
  const onProblem = (problem: string): void => void problems.add(problem);
  const upstream = openUpstream(planOf(options), {
    now: time.now,
    onError: (error) => onProblem(describeError(error)),
  });
  const config = upstream.pointAt(options.config, options.every);
  const table = openSqliteTable(':memory:');
  const invocations: CountedInvocation[] = [];
  const observed = countObservations((now) => now >= from && now < until);
  const cloud = createCountedCloud({
    stage,
    config,
    time,
    table,
    random,
    fetch: upstream.fetch,
    secretValues: inventSecrets(config, upstream.token),
    latencyMs: options.latencyMs,
    onInvocation: (invocation) => void invocations.push(invocation),
    observe: (observation) => {
      observed.add(observation, time.now());
      const problem = problemOf(observation);
      if (problem !== null) onProblem(`${observation.kind}: ${problem}`);
    },
    onProblem,
  });

  fireSchedules({ config, cloud, time }, until);
  for (const [begin, hours] of [
    [start, before],
    [from, counted],
  ] as const) {
    const count = Math.round((options.arrivals * hours) / 24);
    for (let signal = 0; signal < count; signal += 1) {
      time.at(begin + Math.floor(random() * hours * hourMs), upstream.arrive);
    }
  }
  for (let hour = start + hourMs; hour <= until; hour += hourMs) {
    await time.runUntil(hour);
    options.onHour?.();
  }
  await time.runUntil(until + drainMs);
  time.at(time.now(), () => void cloud.invoke('plan-polls', {}, 'hand'));
  await time.runUntil(until + 2 * drainMs);

  const tableBytes = measureTable(table.all());
  const answered = upstream.answered();
  table.close();
  upstream.close();
  return {
    ...observed.read(),
    invocations: invocations.filter(({ begunAt }) => begunAt >= from && begunAt < until),
    everyone: invocations.filter(({ begunAt }) => begunAt >= until + drainMs),
    tableBytes,
    calls: { made: invocations.reduce((sum, { usage }) => sum + usage.upstreamCalls, 0), answered },
    problems: [...problems],
  };
}

function planOf({ buyers, config }: CountOptions) {
  const bridges = Math.max(fewestBridges, config.watch.bridges.length);
  return { seed: 1, buyers, bridges, signals: signalsPerBuyer * buyers };
}

/** Lets each schedule of the config fire at its times, before `until`. */
function fireSchedules(
  ports: { readonly config: SignalpostConfig; readonly cloud: CountedCloud; readonly time: SimulatedTime },
  until: number,
): void {
  const { config, cloud, time } = ports;
  for (const { target, event, times } of timeSchedules(config)) {
    const planNext = (slot: number | null): void => {
      if (slot === null || slot >= until) return;
      time.at(slot, () => {
        void cloud.invoke(target, { ...event, slot: isoTime(slot) }, 'Scheduler');
        planNext(times.next(slot));
      });
    };
    planNext(times.first(time.now()));
  }
}

/** A value of the right shape for each secret that the config names, by its name in Secrets Manager. */
function inventSecrets(config: SignalpostConfig, token: string): ReadonlyMap<string, string> {
  return new Map(
    listSecretUses(config).map(({ name, forms: [form] }) => [
      cloudSecretName(stage, name),
      form === undefined || form === accessToken ? token : form.example,
    ]),
  );
}

function countObservations(isCounted: (now: number) => boolean) {
  const counts = createCounts();
  const metricHours = new Set<string>();
  return {
    add(observation: Observation, now: number): void {
      if (!isCounted(now)) return;
      for (const [metric] of measureObservation(observation)) {
        metricHours.add(`${metric} ${Math.floor(now / hourMs)}`);
      }
      counts.add(observation);
    },
    read: () => ({
      buyersPolled: counts.of('buyersRead'),
      newSignals: counts.of('newSignals'),
      digestsDelivered: counts.of('digestsDelivered'),
      metricHours: metricHours.size,
    }),
  };
}

/** Nothing fails in this world: what does, makes the counts wrong. */
function problemOf(observation: Observation): string | null {
  if ('problem' in observation) return observation.problem;
  return observation.kind === 'digest-attempted' && observation.outcome !== 'delivered'
    ? observation.reason
    : null;
}

function measureTable(items: Iterable<Parameters<typeof storedSizes>[0]>): number {
  let bytes = 0;
  for (const item of items) for (const size of storedSizes(item)) bytes += size + assumptions.itemBytes;
  return bytes;
}

import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { describeError } from '../../shared/runtime/describe-error.ts';
import { openSqliteTable } from '../machine/sqlite-table.ts';
import { assumptions } from './assumptions.ts';
import { inventSecrets, pointAtSandbox } from './counted-config.ts';
import { createDayCounter, type DayCounts } from './day-counts.ts';
import { scatter, startTicks } from './live-through.ts';
import { createCostStage } from './stage.ts';
import { indexUnits, sizeOf } from './table-units.ts';
import { createTimeline } from './timeline.ts';
import { startUpstream, type Upstream } from './upstream.ts';
import { addUsage, noUsage, type Usage } from './usage.ts';

export interface CountOptions {
  readonly config: SignalpostConfig;
  readonly buyers: number;
  /** How often to look for something new, as `15 minutes`. */
  readonly every: string;
  /** New signals a day. */
  readonly arrivals: number;
  /** How long an answer of the API takes. */
  readonly latencyMs: number;
  /** Hours to live through before counting begins, and while counting. @default a day each */
  readonly hours?: { readonly before: number; readonly counted: number };
  /** Told after each hour that was lived through. */
  readonly onHour?: () => void;
}

export interface CountedDay extends DayCounts {
  /** One tick that polls everyone. */
  readonly everyone: Readonly<Usage>;
  /** What the ledger keeps after it, its index included. */
  readonly tableBytes: number;
  /** All calls of the API since the beginning: as they were made, and as the service itself counted them. */
  readonly calls: { readonly made: number; readonly answered: number };
  /** Messages that destinations took since the beginning. */
  readonly posts: number;
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
const stageName = 'prod';

const wholeDays = { before: 24, counted: 24 };
/** Hours that are lived through unless told otherwise. */
export const livedHours = wholeDays.before + wholeDays.counted;

/** Lives through a day with the real functions on this machine, and counts what the cloud would bill for it. */
export async function countDay(options: CountOptions): Promise<CountedDay> {
  const plan = {
    buyers: options.buyers,
    bridges: Math.max(fewestBridges, options.config.watch.bridges.length),
    signals: signalsPerBuyer * options.buyers,
  };
  const upstream = await startUpstream(plan, start);
  try {
    return await live(options, upstream);
  } finally {
    await upstream.close();
  }
}

async function live(options: CountOptions, upstream: Upstream): Promise<CountedDay> {
  const { before, counted } = options.hours ?? wholeDays;
  const from = start + before * hourMs;
  const until = from + counted * hourMs;
  const config = pointAtSandbox(options.config, upstream, options.every);
  const timeline = createTimeline(start, upstream.setTime);
  const random = seededRandom(41);
  const table = openSqliteTable(':memory:');
  const counter = createDayCounter({ from, until });
  const made = noUsage();
  const everyone = noUsage();
  const problems = new Set<string>();
  let posts = 0;
  const stage = createCostStage({
    stage: stageName,
    config,
    timeline,
    table,
    random,
    secretValues: inventSecrets(config, stageName, upstream.token),
    latencyMs: options.latencyMs,
    onInvocation: (invocation) => {
      addUsage(made, invocation.usage);
      counter.addInvocation(invocation);
      if (invocation.begunAt >= until + drainMs) addUsage(everyone, invocation.usage);
    },
    onObservation: (observation) => {
      counter.addObservation(observation, timeline.now());
      const problem = problemOf(observation);
      if (problem !== null) problems.add(`${observation.kind}: ${problem}`);
    },
    onPost: () => {
      posts += 1;
    },
    onProblem: (problem) => problems.add(describeError(problem)),
  });

  startTicks({ config, stage, timeline }, { from: start, until });
  for (const day of [
    { from: start, until: from },
    { from, until },
  ]) {
    const count = Math.round((options.arrivals * (day.until - day.from)) / (24 * hourMs));
    for (const time of scatter({ count, ...day }, random)) {
      timeline.at(time, () => {
        timeline.hold(upstream.arrive()).catch((error: unknown) => problems.add(describeError(error)));
      });
    }
  }
  for (let hour = start + hourMs; hour <= until; hour += hourMs) {
    await timeline.runUntil(hour);
    options.onHour?.();
  }
  await timeline.runUntil(until + drainMs);
  void stage.invoke('plan-polls', {}, 'by hand');
  await timeline.runUntil(until + 2 * drainMs);

  const answered = await upstream.countCalls();
  const tableBytes = measureTable(table.all());
  table.close();
  return {
    ...counter.read(),
    everyone,
    tableBytes,
    posts,
    calls: { made: made.upstreamCalls, answered },
    problems: [...problems],
  };
}

/** Nothing fails in this world: what does, makes the counts wrong. */
function problemOf(observation: Observation): string | null {
  if ('problem' in observation) return observation.problem;
  return observation.kind === 'digest-attempted' && observation.outcome !== 'delivered'
    ? observation.reason
    : null;
}

function measureTable(items: Iterable<Parameters<typeof sizeOf>[0]>): number {
  let bytes = 0;
  for (const item of items) {
    const { pk, sk, dueShard = '', dueAt = 0 } = item ?? { pk: '', sk: '' };
    bytes += sizeOf(item) + assumptions.itemBytes;
    if (indexUnits(undefined, item) > 0) bytes += sizeOf({ pk, sk, dueShard, dueAt }) + assumptions.itemBytes;
  }
  return bytes;
}

/** The same numbers at each run, so that two runs of one command say the same (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

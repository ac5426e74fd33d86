import type { Clock } from '../../shared/domain/clock.ts';
import { dayMs, hourMs } from '../../shared/domain/duration.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { openPipeline, type PipelineOptions } from '../pipeline/pipeline.ts';
import { queuesOfRunOnce, runOnce } from '../pipeline/run-once.ts';

export type DemoClock = ReturnType<typeof createDemoClock>;

const daysBehind = 3;
/** The past runs at 00:00, 04:00, 08:00 and so on in UTC. */
const stepMs = 4 * hourMs;
const arrivalsAStep = 20;

/** Runs three days behind the system's clock, and jumps where somebody waits, until it has caught up. */
export function createDemoClock() {
  const begun = systemClock.now();
  let behindMs = begun - Math.floor((begun - daysBehind * dayMs) / stepMs) * stepMs;
  const jump = (ms: number): void => {
    behindMs = Math.max(0, behindMs - ms);
  };
  const sleep: Clock['sleep'] = async (ms, signal) => {
    if (behindMs === 0) return systemClock.sleep(ms, signal);
    jump(ms);
  };
  return { now: () => systemClock.now() - behindMs, sleep, jump, isBehind: () => behindMs > 0 };
}

interface Past extends Pick<PipelineOptions, 'config' | 'secrets' | 'state'> {
  readonly clock: DemoClock;
  /** Adds a signal to the service, and changes others. */
  readonly arrive: () => void;
}

/** Lives through three days in a few seconds: a page that shows only its first minute explains little. */
export async function liveThroughPast({ config, state, clock, arrive, ...given }: Past): Promise<void> {
  console.error(`Preparing ${daysBehind} days of signals…`);
  const daily = { cron: '0 16 * * ? *', timezone: 'UTC' };
  const pipeline = openPipeline({
    ...given,
    ...queuesOfRunOnce,
    state,
    clock,
    config: {
      ...config,
      watch: { ...config.watch, every: '4 hours', allEvery: '12 hours' },
      routes: config.routes.map((route) => (route.recap ? { ...route, recap: daily } : route)),
    },
    observe: (observation) => {
      if (observation.kind === 'function-failed') console.error(observation.problem);
    },
  });
  while (clock.isBehind()) {
    await runOnce(pipeline, { due: true });
    for (let arrivals = 0; arrivals < arrivalsAStep; arrivals += 1) {
      arrive();
      clock.jump(stepMs / arrivalsAStep);
    }
  }
  await pipeline.queues.stop();
}

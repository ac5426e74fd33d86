import type { CountedDay } from '../../../cli/cost/count-day.ts';
import type { CountedInvocation } from '../../../cli/cost/counted-cloud.ts';
import { sumUsage, type Usage } from '../../../cli/cost/usage.ts';

export const settings = {
  buyers: 1000,
  every: '15 minutes',
  arrivals: 40,
  latencyMs: 300,
  config: 'x.json',
};

export function invocation(name: CountedInvocation['function'], used: Partial<Usage>): CountedInvocation {
  return { function: name, begunAt: 0, usage: { ...sumUsage([]), ...used } };
}

export function dayWith(more: Partial<CountedDay>): CountedDay {
  return {
    invocations: [],
    everyone: [],
    buyersPolled: 3500,
    newSignals: 40,
    digestsDelivered: 20,
    metricHours: 144,
    tableBytes: 0,
    calls: { made: 0, answered: 0 },
    problems: [],
    ...more,
  };
}

/** Polls that write, and minutes in which the sweep found nothing. */
export const busyDay = dayWith({
  invocations: [
    invocation('poll-signals', {
      invocations: 100,
      milliseconds: 150_000,
      gigabyteSeconds: 75,
      upstreamCalls: 4000,
      writeUnits: 10_000,
    }),
    invocation('compose-digests', { schedules: 2880, invocations: 2880 }),
  ],
  everyone: [invocation('poll-signals', { upstreamCalls: 1000, writeUnits: 1000 })],
});

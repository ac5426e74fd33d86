import type { PipelineFunction } from '../../functions/wiring.ts';
import { createCounts } from '../../shared/domain/count-observation.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { measureObservation } from '../../shared/runtime/metrics.ts';
import type { CountedInvocation } from './stage.ts';
import { addUsage, noUsage, type Usage } from './usage.ts';

/** What was counted on one day. */
export interface DayCounts {
  /** What is done because something happened, or to find out whether it did. */
  readonly use: Readonly<Usage>;
  /** What the schedules that fire each minute do though there is nothing to be done. */
  readonly idleMinutes: Readonly<Usage>;
  readonly functions: Readonly<Partial<Record<PipelineFunction, Readonly<Usage>>>>;
  readonly buyersPolled: number;
  readonly newSignals: number;
  readonly digestsDelivered: number;
  /** One for each metric and each hour in which it was sent. */
  readonly metricHours: number;
}

/** Adds up what happens from `from` until `until`, milliseconds since the epoch. */
export function createDayCounter({ from, until }: { readonly from: number; readonly until: number }) {
  const use = noUsage();
  const idleMinutes = noUsage();
  const functions: Partial<Record<PipelineFunction, Usage>> = {};
  const metricHours = new Set<string>();
  const counts = createCounts();
  const isOfTheDay = (time: number): boolean => time >= from && time < until;
  return {
    addInvocation({ function: name, cause, begunAt, usage, worked }: CountedInvocation): void {
      if (!isOfTheDay(begunAt)) return;
      addUsage(cause === 'minute' && !worked ? idleMinutes : use, usage);
      functions[name] ??= noUsage();
      addUsage(functions[name], usage);
    },
    addObservation(observation: Observation, now: number): void {
      if (!isOfTheDay(now)) return;
      for (const [metric] of measureObservation(observation)) {
        metricHours.add(`${metric} ${Math.floor(now / 3_600_000)}`);
      }
      counts.add(observation);
    },
    read: (): DayCounts => ({
      use,
      idleMinutes,
      functions,
      buyersPolled: counts.of('buyersRead'),
      newSignals: counts.of('newSignals'),
      digestsDelivered: counts.of('digestsDelivered'),
      metricHours: metricHours.size,
    }),
  };
}

import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { timeSchedules } from '../machine/timed-schedules.ts';
import type { CostStage } from './stage.ts';
import type { Timeline } from './timeline.ts';

const minuteMs = 60_000;

/** Lets the schedules of the config fire, from `from` on and before `until`. */
export function startTicks(
  {
    config,
    stage,
    timeline,
  }: {
    readonly config: SignalpostConfig;
    readonly stage: CostStage;
    readonly timeline: Timeline;
  },
  { from, until }: { readonly from: number; readonly until: number },
): void {
  for (const { target, event, times } of timeSchedules(config)) {
    const fire = (slot: number): void => {
      const next = times.next(slot);
      const cause = target === 'compose-digests' && next === slot + minuteMs ? 'minute' : 'schedule';
      void stage.invoke(target, { ...event, slot: isoTime(slot) }, cause);
      planNext(next);
    };
    const planNext = (slot: number | null): void => {
      if (slot !== null && slot < until) timeline.at(slot, () => fire(slot));
    };
    planNext(times.first(from));
  }
}

/** Spreads `count` of them over the time, by chance. */
export function scatter(
  { count, from, until }: { readonly count: number; readonly from: number; readonly until: number },
  random: () => number,
): number[] {
  return Array.from({ length: count }, () => from + Math.floor(random() * (until - from)));
}

import type { PlanPollsResult } from '../../functions/plan-polls/ports.ts';
import { schedules } from '../../functions/wiring.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { lastSlot } from '../../shared/domain/digests/last-slot.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { timeSchedules } from '../timed-schedules.ts';
import type { Pipeline } from './pipeline.ts';
import { deliverDue, fetchWaiting, pollBuyers } from './run-steps.ts';

/**
 * Does what the schedules do at one tick, for a crontab or a CI schedule: polls the due buyers, sweeps, and composes the
 * immediate routes and those with a scheduled time since the last tick. Retries and pauses keep their times. Resolves
 * with the plan of the polls, or null if it failed.
 */
export async function runDue(pipeline: Pipeline): Promise<PlanPollsResult | null> {
  const { ledger, invoke } = pipeline;
  const startedAt = systemClock.now();
  const slot = isoTime(startedAt);
  const lastTickAt = await ledger.readLastTick();
  const plan = await pollBuyers(pipeline, { ...schedules.poll.event, slot });
  // The time of a tick is that of its end, and the next run looks back to it.
  const until = Math.max(startedAt, (await ledger.readLastTick()) ?? 0);
  await fetchWaiting(pipeline, slot);
  await invoke('compose-digests', { ...schedules.sweep.event, slot });
  if (lastTickAt !== null) await composeScheduled(pipeline, lastTickAt, until);
  await deliverDue(pipeline);
  return plan;
}

/** Composes the routes with a scheduled time later than `since`, not later than `until`: of several, the last. */
async function composeScheduled(
  { config, invoke }: Pick<Pipeline, 'config' | 'invoke'>,
  since: number,
  until: number,
): Promise<void> {
  for (const { every, target, event, times } of timeSchedules(config)) {
    const slot = every === 'route' ? lastSlot(times.next, until) : null;
    if (slot !== null && slot > since) await invoke(target, { ...event, slot: isoTime(slot) });
  }
}

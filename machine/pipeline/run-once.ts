import type { FetchSummariesResult } from '../../functions/fetch-summaries/fetch-summaries.ts';
import type { PlanPollsResult } from '../../functions/plan-polls/ports.ts';
import { schedules } from '../../functions/wiring.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { lastSlot } from '../../shared/domain/digests/last-slot.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { lanes } from '../../shared/domain/upstream/breaker.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { timeSchedules } from '../timed-schedules.ts';
import { makeUpHeartbeats } from './missed-heartbeats.ts';
import type { Pipeline, PipelineOptions } from './pipeline.ts';

/** A run that ends composes each route once, when all summaries are there, and not for each hot signal. */
export const queuesOfRunOnce = { retryAtOnce: true, idle: ['compose'] } as const satisfies Pick<
  PipelineOptions,
  'retryAtOnce' | 'idle'
>;

/**
 * Does everything once: polls every buyer, fetches the summaries of hot buyers, composes every route whatever its
 * schedule, sends the heartbeats whose time has passed, and attempts every waiting digest, even if its next attempt
 * is later.
 */
export async function runOnce(pipeline: Pipeline): Promise<void> {
  const { ledger, config, invoke } = pipeline;
  const slot = isoTime(systemClock.now());
  // A run by hand tries the API again, even while polling is paused.
  for (const lane of lanes) await ledger.resumeUpstream(lane);
  await ledger.bringForwardAll(systemClock.now());
  await pollBuyers(pipeline, { slot, allRows: true });
  await fetchWaiting(pipeline, slot);
  for (const { id } of config.routes) await invoke('compose-digests', { routeId: id, slot });
  await deliverDue(pipeline);
}

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

/** Polls the buyers that an event plans. Null if the plan failed, which is reported then. */
async function pollBuyers(
  { queues, invoke }: Pipeline,
  event: Readonly<Record<string, unknown>>,
): Promise<PlanPollsResult | null> {
  const plan = (await invoke('plan-polls', event)) as PlanPollsResult | undefined;
  await queues.drain('poll');
  return plan ?? null;
}

/** Fetches the summaries of hot buyers, and the values and summaries that an earlier run waited for. */
async function fetchWaiting(pipeline: Pipeline, slot: string): Promise<void> {
  const { queues, invoke } = pipeline;
  // Queues what an earlier run waited for: its queues ended with it.
  await invoke('compose-digests', { sweep: true, slot });
  await queues.drain('poll');
  await queues.drain('summary');
  await awaitSummaries(pipeline);
}

/** Creates the heartbeats whose time has passed, and attempts every digest that is due. */
async function deliverDue(pipeline: Pipeline): Promise<void> {
  await makeUpHeartbeats(pipeline, systemClock);
  await pipeline.queues.drain('delivery');
  await deliverRest(pipeline);
}

/**
 * A route attempts only a few digests at once, and the others become due again: sweeps for as long as their number
 * falls.
 */
async function deliverRest({ queues, ledger, invoke }: Pipeline): Promise<void> {
  const countDue = async (): Promise<number> => (await ledger.listDue(systemClock.now())).digests.length;
  for (let due = await countDue(), before = due + 1; due > 0 && due < before; ) {
    await invoke('compose-digests', { sweep: true, slot: isoTime(systemClock.now()) });
    await queues.drain('delivery');
    [due, before] = [await countDue(), due];
  }
}

/** The pauses between requests, 14 s in all. Summaries generated by then go out now, not with the next run. */
const pausesMs = [2_000, 4_000, 8_000];

/** A run that ends waits a little for summaries that are being generated, never longer than `summaries.waitAtMost`. */
async function awaitSummaries({ ledger, config, invoke }: Pipeline): Promise<void> {
  const until = systemClock.now() + parseDuration(config.summaries.waitAtMost);
  let { summaries: pending } = await ledger.listDue(Number.MAX_SAFE_INTEGER);
  for (const pause of pausesMs) {
    if (pending.length === 0 || systemClock.now() + pause > until) return;
    await systemClock.sleep(pause);
    const answer = await invoke('fetch-summaries', { buyerIds: pending });
    pending = (answer as FetchSummariesResult | undefined)?.pending ?? [];
  }
}

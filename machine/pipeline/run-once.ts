import { isoTime } from '../../shared/domain/clock.ts';
import { lanes } from '../../shared/domain/upstream/breaker.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import type { Pipeline, PipelineOptions } from './pipeline.ts';
import { deliverDue, fetchWaiting, pollBuyers } from './run-steps.ts';

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

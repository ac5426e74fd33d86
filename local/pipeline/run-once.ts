import { isoTime } from '../../shared/domain/clock.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import type { Pipeline } from './pipeline.ts';

/**
 * One tick of everything: every buyer polled, what is hot fetched, every route composed whatever its schedule,
 * and every digest that waits attempted, however far off its next attempt was. Each step ends before the next begins.
 */
export async function runOnce(pipeline: Pipeline): Promise<void> {
  const { queues, ledger, config } = pipeline;
  const slot = isoTime(systemClock.now());
  // A run by hand finds out anew whether upstream can be called.
  await ledger.resumeUpstream();
  await ledger.bringForwardAll(systemClock.now());
  await pipeline.invoke('plan-polls', { slot, allRows: true });
  await queues.drain('poll');
  // What an earlier run asked for, and its message was lost with it.
  await pipeline.invoke('compose-digests', { sweep: true, slot });
  await queues.drain('summary');
  for (const { id } of config.routes) await pipeline.invoke('compose-digests', { routeId: id, slot });
  await queues.drain('delivery');
}

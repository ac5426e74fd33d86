import * as v from 'valibot';
import { parseDuration } from '../../shared/domain/duration.ts';
import { deadlineOf, type Invocation } from '../../shared/runtime/invocation.ts';
import { readEvent, slotOf } from '../../shared/runtime/read-event.ts';
import { planPolls } from './plan-polls.ts';
import type { PlanPollsPorts, PlanPollsResult } from './ports.ts';
import { rowPages } from './row-source.ts';

/**
 * `{"due":true,"slot":"…"}` from the schedule: only due buyers. By hand `{}` or `{"allRows":true}` (see `FindLimits`):
 * every buyer. With `"dryRun":true` lists the buyers that it would poll, as far as known without calling upstream.
 */
const eventSchema = v.looseObject({
  slot: v.optional(v.string()),
  due: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean(), false),
  allRows: v.optional(v.boolean(), false),
});

/** Reserved after reading rows, so that the known buyers are queued in any case: 100,000 of them take about 30 seconds. */
export const sendMs = 60_000;

export function createHandler(ports: PlanPollsPorts) {
  const { config, clock } = ports;
  const watch = {
    ...config.watch,
    everyMs: parseDuration(config.watch.every),
    allEveryMs: parseDuration(config.watch.allEvery),
    everyoneUpTo: ports.everyoneUpTo ?? 100,
  };
  return (event: unknown, invocation: Invocation): Promise<PlanPollsResult> => {
    const { slot, due, dryRun, allRows } = readEvent(eventSchema, event);
    const deadline = deadlineOf(invocation, clock) - sendMs;
    const tick = { slot: slotOf(slot, clock.now()), due, dryRun, allRows };
    return planPolls(
      { ...ports, watch, deadline, rowPages: (query, until) => rowPages(ports.api, query, until) },
      tick,
    );
  };
}

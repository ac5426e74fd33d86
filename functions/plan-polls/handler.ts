import type { SQSBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import { parseDuration } from '../../shared/domain/duration.ts';
import { type EventMessage, mostNamed } from '../../shared/domain/polling/poll-message.ts';
import {
  deadlineOfInvocation,
  handleMessages,
  type Invocation,
  isSqsEvent,
  readEvent,
  slotOf,
} from '../runtime/invocation.ts';
import { followEvents } from './follow-events.ts';
import { type PlanPollsResult, planPolls } from './plan-polls.ts';
import type { PlanPollsPorts } from './ports.ts';

/**
 * The schedule sends `{"due":true,"slot":"…"}`: only due buyers. By hand, `{}` or `{"allRows":true}` (see
 * `FindLimits`) polls every buyer; `"dryRun":true` lists the buyers that it would poll, as far as known without
 * calling upstream.
 */
const eventSchema = v.looseObject({
  slot: v.optional(v.string()),
  due: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean(), false),
  allRows: v.optional(v.boolean(), false),
});

const id = v.pipe(v.string(), v.uuid(), v.toLowerCase());
const hintSchema = v.looseObject({
  buyerIds: v.optional(v.pipe(v.array(id), v.maxLength(mostNamed))),
  bridgeId: v.optional(id),
  again: v.optional(v.literal(true)),
});

/** The known buyers are queued in any case, also after long reading: 100,000 take about 30 seconds. */
export const sendMs = 60_000;

export function createHandler(ports: PlanPollsPorts) {
  const { config, clock } = ports;
  const watch = {
    ...config.watch,
    everyMs: parseDuration(config.watch.every),
    allEveryMs: parseDuration(config.watch.allEvery),
    everyoneUpTo: ports.everyoneUpTo ?? 100,
  };
  return async (event: unknown, invocation: Invocation): Promise<PlanPollsResult | SQSBatchResponse> => {
    const deadline = deadlineOfInvocation(invocation, clock) - sendMs;
    const tickPorts = { ...ports, watch, deadline };
    if (isSqsEvent(event)) {
      const messages: EventMessage[] = [];
      const note = async (message: unknown) => messages.push(readEvent(hintSchema, message));
      const answer = await handleMessages(event, invocation, note, { ...ports, functionName: 'plan-polls' });
      const { first = [], again = [] } = Object.groupBy(messages, (one) => (one.again ? 'again' : 'first'));
      const eventPorts = { ...tickPorts, api: ports.eventApi };
      await followEvents(eventPorts, first, 'first');
      await followEvents(eventPorts, again, 'again');
      return answer;
    }
    const { slot, due, dryRun, allRows } = readEvent(eventSchema, event);
    const tick = { slot: slotOf(slot, clock.now()), due, dryRun, allRows };
    return planPolls(tickPorts, tick);
  };
}

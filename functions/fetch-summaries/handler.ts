import * as v from 'valibot';
import {
  deadlineOfInvocation,
  handleMessages,
  type Invocation,
  isSqsEvent,
  readEvent,
} from '../runtime/invocation.ts';
import { type FetchSummariesPorts, fetchSummaries } from './fetch-summaries.ts';
import { lookUp } from './look-up.ts';

/** The ledger has ids in lower case. */
const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase());
const messageSchema = v.looseObject({
  buyerId: uuid,
  /** A look-up: asks what became of these signals of the buyer, for the report of that time. */
  signalIds: v.optional(v.array(v.string())),
  askedAt: v.optional(v.number(), 0),
});
/** An event by hand is `{"buyerIds":["…"]}`, or `{}` for the due summaries; `"dryRun":true` only lists them. */
const eventSchema = v.looseObject({
  buyerIds: v.optional(v.array(uuid)),
  dryRun: v.optional(v.boolean(), false),
});

export function createHandler(ports: FetchSummariesPorts) {
  const { clock, observe, ledger } = ports;
  return async (event: unknown, invocation: Invocation) => {
    const deadline = deadlineOfInvocation(invocation, clock);
    if (!isSqsEvent(event)) {
      const { buyerIds, dryRun } = readEvent(eventSchema, event);
      const wanted = buyerIds !== undefined;
      const chosen = buyerIds ?? (await ledger.due.list(clock.now())).summaries;
      if (dryRun) return { wouldFetch: chosen };
      return fetchSummaries(ports, { buyerIds: chosen, wanted, deadline });
    }
    const work = (message: unknown): Promise<unknown> => {
      const { buyerId, signalIds, askedAt } = readEvent(messageSchema, message);
      if (signalIds !== undefined) return lookUp(ports, { buyerId, signalIds, askedAt }, deadline);
      return fetchSummaries(ports, { buyerIds: [buyerId], wanted: false, deadline });
    };
    return handleMessages(event, invocation, work, { observe, functionName: 'fetch-summaries' });
  };
}

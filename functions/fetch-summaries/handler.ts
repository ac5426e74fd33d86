import * as v from 'valibot';
import { type Call, messageHandler, readEvent } from '../runtime/invocation.ts';
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
  const { clock, ledger } = ports;
  const fetchByHand = async (event: unknown, { deadline }: Call) => {
    const { buyerIds, dryRun } = readEvent(eventSchema, event);
    const wanted = buyerIds !== undefined;
    const chosen = buyerIds ?? (await ledger.due.list(clock.now())).summaries;
    if (dryRun) return { wouldFetch: chosen };
    return fetchSummaries(ports, { buyerIds: chosen, wanted, deadline });
  };
  const fetch = (message: unknown, { deadline }: Call): Promise<unknown> => {
    const { buyerId, signalIds, askedAt } = readEvent(messageSchema, message);
    if (signalIds !== undefined) return lookUp(ports, { buyerId, signalIds, askedAt }, deadline);
    return fetchSummaries(ports, { buyerIds: [buyerId], wanted: false, deadline });
  };
  return messageHandler('fetch-summaries', ports, fetchByHand, fetch);
}

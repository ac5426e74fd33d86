import * as v from 'valibot';
import { beginElsewhere } from '../../shared/domain/concurrency.ts';
import { type Call, messageHandler, readEvent } from '../runtime/invocation.ts';
import { type PollResult, pollSignals } from './poll-signals.ts';
import type { PollSignalsPorts } from './ports.ts';
import { readAllValues } from './read-values.ts';

type Answer = PollResult | Awaited<ReturnType<typeof readAllValues>>;

/** A message of the poll queue names the slot of its tick; by hand it is `{"buyerIds":["…"],"dryRun":true}`. */
const eventSchema = v.looseObject({
  slot: v.optional(v.string()),
  // Another spelling of its id would make a buyer another one, whose signals are all new.
  buyerIds: v.array(v.pipe(v.string(), v.uuid(), v.toLowerCase())),
  dryRun: v.optional(v.boolean(), false),
  because: v.optional(v.picklist(['due', 'named', 'everyone']), 'named'),
  at: v.optional(v.number()),
  evenResting: v.optional(v.boolean()),
  byHand: v.optional(v.boolean()),
  urgent: v.optional(v.picklist(['first', 'again'])),
  values: v.optional(v.boolean(), false),
});

export function createHandler(ports: PollSignalsPorts) {
  const { clock, config } = ports;
  const exceptBuyers = new Set(config.watch.except?.buyers);
  const poll = async (request: unknown, { deadline, receives }: Call): Promise<Answer> => {
    const read = readEvent(eventSchema, request);
    const { byHand = receives === null, evenResting = byHand, at = clock.now(), values, ...asked } = read;
    // A message can be older than the config that excludes its buyer.
    const watched = asked.buyerIds.filter((buyerId) => !exceptBuyers.has(buyerId));
    const inTurn = receives !== null && receives > 1;
    // One buyer that ends the process at each try must not hide those behind it each time.
    const buyerIds = inTurn ? beginElsewhere(watched, 3 * receives) : watched;
    if (values && !asked.dryRun) return readAllValues(ports, { ...asked, inTurn, deadline });
    const api = asked.urgent ? ports.eventApi : ports.api;
    const how = { at, inTurn, byHand, evenResting, deadline };
    return pollSignals({ ...ports, api }, { ...asked, ...how, buyerIds });
  };
  return messageHandler('poll-signals', ports, poll);
}

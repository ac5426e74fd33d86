import * as v from 'valibot';
import { attemptMs } from '../../shared/domain/digests/attempt-time.ts';
import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import { UnfinishedError } from '../../shared/domain/errors.ts';
import { type Call, type Invocation, messageHandler, readEvent } from '../runtime/invocation.ts';
import { type DeliverDigestPorts, type DeliverResult, deliverDigest } from './deliver-digest.ts';

const pointerSchema = v.looseObject({
  routeId: v.string(),
  slot: v.string(),
  part: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** A hand gives a pointer, `{}` for every due digest, or `{"routeId":"…"}`; `"dryRun":true` only lists them. */
const eventSchema = v.looseObject({
  routeId: v.optional(v.string()),
  slot: v.optional(v.string()),
  part: v.optional(v.number()),
  dryRun: v.optional(v.boolean(), false),
});

export function createHandler(ports: DeliverDigestPorts) {
  const { clock, ledger } = ports;
  const attempt = async (pointer: DigestPointer, invocation: Invocation): Promise<DeliverResult> => {
    if (invocation.getRemainingTimeInMillis() < attemptMs) {
      // Nothing was claimed or sent: the message comes again.
      throw new UnfinishedError('too little time is left for an attempt');
    }
    return deliverDigest(ports, pointer);
  };
  const deliver = async (pointer: DigestPointer, invocation: Invocation): Promise<DeliverResult> => {
    const first = await attempt(pointer, invocation);
    const result = first.result === 'rewritten' ? await attempt(pointer, invocation) : first;
    await deliverReply(result, invocation);
    return result;
  };
  /** The next sweep sends a reply for which no time is left. */
  const deliverReply = async ({ reply }: DeliverResult, invocation: Invocation): Promise<void> => {
    const isTime = invocation.getRemainingTimeInMillis() >= attemptMs && !invocation.stopping?.aborted;
    if (reply && isTime) await deliver(reply, invocation);
  };
  const deliverByHand = async (event: unknown, { invocation }: Call) => {
    const { routeId, slot, part, dryRun } = readEvent(eventSchema, event);
    const named = slot !== undefined || part !== undefined;
    const due = named ? [readEvent(pointerSchema, event)] : (await ledger.due.list(clock.now())).digests;
    const chosen = due
      .filter((pointer) => routeId === undefined || pointer.routeId === routeId)
      .map(({ routeId: route, slot: time, part: number }) => ({ routeId: route, slot: time, part: number }));
    if (dryRun) return { wouldDeliver: chosen };
    const digests: DeliverResult[] = [];
    for (const pointer of chosen) digests.push(await deliver(pointer, invocation));
    return { digests };
  };
  return messageHandler('deliver-digest', ports, deliverByHand, (message, { invocation }) =>
    deliver(readEvent(pointerSchema, message), invocation),
  );
}

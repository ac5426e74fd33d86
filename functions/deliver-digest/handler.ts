import type { SQSBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Sender } from '../../shared/destinations/destination.ts';
import { createHttpPost } from '../../shared/destinations/http-post.ts';
import { createSender } from '../../shared/destinations/sender.ts';
import type { Clock, Random } from '../../shared/domain/clock.ts';
import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { cloudConfig } from '../../shared/runtime/cloud/config.ts';
import { lambdaEntry } from '../../shared/runtime/cloud/lambda-entry.ts';
import { cloudLedger } from '../../shared/runtime/cloud/ledger.ts';
import { cloudSecrets } from '../../shared/runtime/cloud/secrets.ts';
import { handleMessages, type Invocation, isSqsEvent } from '../../shared/runtime/invocation.ts';
import { readEvent } from '../../shared/runtime/read-event.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import { tellFailure } from '../../shared/runtime/tell-failure.ts';
import { attemptMs } from './attempt-time.ts';
import { type DeliverResult, deliverDigest } from './deliver-digest.ts';

export interface HandlerPorts {
  readonly config: SignalpostConfig;
  readonly clock: Clock;
  readonly random: Random;
  readonly observe: Observe;
  readonly ledger: Ledger;
  readonly sender: Sender;
}

/** A message of the delivery queue: it names one frozen digest. */
const pointerSchema = v.looseObject({
  routeId: v.string(),
  slot: v.string(),
  part: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/**
 * By hand: such a pointer, or `{}` for every digest that is due, `{"routeId":"…"}` for those of one route;
 * `"dryRun":true` only names them.
 */
const eventSchema = v.looseObject({
  routeId: v.optional(v.string()),
  slot: v.optional(v.string()),
  part: v.optional(v.number()),
  dryRun: v.optional(v.boolean(), false),
});

/** Not begun: the message comes again, and nothing was claimed. */
export class NoTimeLeftError extends Error {
  override readonly name = 'NoTimeLeftError';
  readonly code = 'NO_TIME_LEFT';
}

export function createHandler(ports: HandlerPorts) {
  const { clock, observe, ledger, sender } = ports;
  const useCase = {
    clock,
    random: ports.random,
    observe,
    routes: ports.config.routes,
    claimDigest: ledger.claimDigest,
    settleDigest: ledger.settleDigest,
    readRoute: ledger.readRoute,
    disableRoute: ledger.disableRoute,
    beginAttempt: ledger.beginAttempt,
    endAttempt: ledger.endAttempt,
    send: sender.send,
  };
  const attempt = async (pointer: DigestPointer, invocation: Invocation): Promise<DeliverResult> => {
    if (invocation.getRemainingTimeInMillis() < attemptMs) {
      throw new NoTimeLeftError('too little time is left for an attempt');
    }
    return deliverDigest(useCase, pointer);
  };
  const deliver = async (pointer: DigestPointer, invocation: Invocation): Promise<DeliverResult> => {
    const first = await attempt(pointer, invocation);
    return first.result === 'rewritten' ? attempt(pointer, invocation) : first;
  };
  const deliverByHand = async (event: unknown, invocation: Invocation): Promise<ByHandResult> => {
    const { routeId, slot, part, dryRun } = readEvent(eventSchema, event);
    const named = slot !== undefined || part !== undefined;
    const due = named ? [readEvent(pointerSchema, event)] : (await ledger.listDue(clock.now())).digests;
    const chosen = due
      .filter((pointer) => routeId === undefined || pointer.routeId === routeId)
      .map(({ routeId: route, slot: time, part: number }) => ({ routeId: route, slot: time, part: number }));
    if (dryRun) return { wouldDeliver: chosen };
    const digests: DeliverResult[] = [];
    for (const pointer of chosen) digests.push(await deliver(pointer, invocation));
    return { digests };
  };
  return async (event: unknown, invocation: Invocation): Promise<ByHandResult | SQSBatchResponse> => {
    const work = (message: unknown) => deliver(readEvent(pointerSchema, message), invocation);
    return isSqsEvent(event)
      ? handleMessages(event, invocation, work, tellFailure(observe, 'deliver-digest'))
      : deliverByHand(event, invocation);
  };
}

type ByHandResult =
  | { readonly digests: readonly DeliverResult[] }
  | { readonly wouldDeliver: readonly DigestPointer[] };

export const handler = lambdaEntry('deliver-digest', async (observe, tallyInto) => {
  const config = await cloudConfig();
  const secrets = cloudSecrets();
  const sender = createSender({
    post: createHttpPost(),
    secret: secrets.get,
    clock: systemClock,
    permitLocal: config.local,
  });
  const ledger = cloudLedger();
  tallyInto(ledger);
  return createHandler({ config, clock: systemClock, random: systemRandom, observe, ledger, sender });
});

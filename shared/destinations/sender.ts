import type { Clock } from '../domain/clock.ts';
import { type AttemptOutcome, describeAccepted, isHtmlPage } from '../domain/digests/attempt.ts';
import { deliveryCallMs } from '../domain/digests/call-times.ts';
import type { OutgoingDigest } from '../domain/digests/delivery.ts';
import type { DestinationSettings } from '../domain/routes/route.ts';
import { type AttemptResult, decideOutcome } from './decide-outcome.ts';
import type { Destination, SecretValues, Sender } from './destination.ts';
import {
  DeliveryTransportError,
  DestinationRefusedError,
  UnusableSecretError,
} from './destination-errors.ts';
import { destinationOf } from './destinations.ts';
import type { HttpPost, PostAnswer } from './http-post.ts';
import { prepareRequest, secretNamesOf } from './prepare-request.ts';

export interface SenderPorts {
  readonly post: HttpPost;
  /** When it can't be had, rejects with `code` `SECRET_UNAVAILABLE` and a message that names it, without a value. */
  readonly secret: (name: string, options: { readonly fresh: true }) => Promise<string>;
  readonly clock: Clock;
  /** Permits plain http and loopback addresses. */
  readonly permitLocal: boolean;
}

/** Sends frozen bytes to a destination, once. */
export function createSender(ports: SenderPorts): Sender {
  return {
    async send(message) {
      const secrets = await readSecrets(ports, message);
      if (secrets instanceof Error) return notSent(secrets.message);
      // Right before the call: by now the digest may be another sender's, or discarded.
      if (ports.clock.now() > (message.notAfter ?? Number.POSITIVE_INFINITY)) {
        const reason = 'not begun: what came before the call took longer than the digest was claimed for';
        return { ...notSent(reason), notBegun: true };
      }
      const result = await exchange(ports, message, secrets);
      const { to } = message;
      const destination = destinationOf(to);
      const judge = (answer: PostAnswer) => destination.judgeAnswer?.(answer, to) ?? null;
      const outcome = decideOutcome(judge, result, ports.clock.now());
      if (outcome.outcome !== 'delivered' || result instanceof Error) return outcome;
      const thread = destination.findThread?.(result, to) ?? undefined;
      return { ...tellSuccess(destination, outcome), ...(thread && { thread }) };
    },
  };
}

/** Gives the error that says which one can't be had. Fresh ones, since a rejected old address would disable its route. */
async function readSecrets({ secret }: SenderPorts, { to }: OutgoingDigest): Promise<SecretValues | Error> {
  const values = new Map<string, string>();
  for (const name of secretNamesOf(to)) {
    try {
      values.set(name, (await secret(name, { fresh: true })).trim());
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'SECRET_UNAVAILABLE') return error;
      throw error;
    }
  }
  return values;
}

/** Nobody should read "delivered" where a destination has only taken the message. */
function tellSuccess(
  { label, successMeans }: Destination<DestinationSettings>,
  outcome: AttemptOutcome,
): AttemptOutcome {
  const { reason, status } = outcome;
  const isTold = successMeans === 'delivered' || isHtmlPage(reason);
  return isTold ? outcome : { ...outcome, reason: describeAccepted(label, status) };
}

async function exchange(
  { post, clock, permitLocal }: SenderPorts,
  message: OutgoingDigest,
  secrets: SecretValues,
): Promise<AttemptResult> {
  try {
    const request = prepareRequest(message, secrets, Math.floor(clock.now() / 1_000));
    return await post({ ...request, timeoutMs: deliveryCallMs, permitLocal });
  } catch (error) {
    if (
      error instanceof DeliveryTransportError ||
      error instanceof DestinationRefusedError ||
      error instanceof UnusableSecretError
    ) {
      return error;
    }
    throw error;
  }
}

function notSent(reason: string): AttemptOutcome {
  return { outcome: 'retry', ambiguous: false, status: null, reason, retryAfterMs: null };
}

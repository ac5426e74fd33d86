import type { Clock } from '../shared/domain/clock.ts';
import { type AttemptOutcome, describeAccepted, isHtmlPage } from '../shared/domain/digests/attempt.ts';
import { deliveryCallMs } from '../shared/domain/digests/attempt-time.ts';
import type { OutgoingDigest } from '../shared/domain/digests/delivery.ts';
import { destinationKinds } from '../shared/domain/routes/destination-kinds.ts';
import type { DestinationSettings } from '../shared/domain/routes/route.ts';
import { destinationOf } from './destinations.ts';
import { prepareRequest, secretNamesOf } from './prepare-request.ts';
import { type AttemptResult, decideOutcome, isAttemptFailure } from './send/decide-outcome.ts';
import { nothingToSend, type Sender } from './send/destination.ts';
import type { HttpPost, PostAnswer } from './send/http-post.ts';

export interface SenderPorts {
  readonly post: HttpPost;
  /** Rejects with `SecretUnavailableError`. */
  readonly secret: (name: string, options: { readonly fresh: true }) => Promise<string>;
  readonly clock: Clock;
  /** Permits plain http and loopback addresses. */
  readonly permitLocal: boolean;
}

export function createSender(ports: SenderPorts): Sender {
  return {
    async send(message) {
      if (message.body === nothingToSend) return notNeeded;
      const result = await exchange(ports, message);
      if (result === null) return notBegun;
      const { to } = message;
      const destination = destinationOf(to);
      const judge = (answer: PostAnswer) => destination.judgeAnswer?.(answer, to) ?? null;
      const outcome = decideOutcome(judge, result, ports.clock.now());
      if (outcome.outcome !== 'delivered' || result instanceof Error) return outcome;
      const thread = destination.findThread?.(result, to) ?? undefined;
      return { ...describeSuccess(to, outcome), ...(thread && { thread }) };
    },
  };
}

const notNeeded: AttemptOutcome = {
  outcome: 'delivered',
  ambiguous: false,
  status: null,
  reason: 'not sent: the template gives null for it',
  retryAfterMs: null,
};

const notBegun: AttemptOutcome = {
  outcome: 'retry',
  ambiguous: false,
  status: null,
  reason: 'not begun: what came before the call took longer than the digest was claimed for',
  retryAfterMs: null,
  notBegun: true,
};

/** Nobody should read "delivered" where a destination has only taken the message. */
function describeSuccess({ type }: DestinationSettings, outcome: AttemptOutcome): AttemptOutcome {
  const { label, successMeans } = destinationKinds[type];
  const { reason, status } = outcome;
  const isTold = successMeans === 'delivered' || isHtmlPage(reason);
  return isTold ? outcome : { ...outcome, reason: describeAccepted(label, status) };
}

/** Posts the message, or returns null where it is too late: by now the digest may be another sender's, or discarded. */
async function exchange(
  { post, secret, clock, permitLocal }: SenderPorts,
  message: OutgoingDigest,
): Promise<AttemptResult | null> {
  try {
    const names = secretNamesOf(message.to);
    // Secrets are read anew: an old address that is gone would disable the route. A stage reads all of them in one call.
    const values = await Promise.all(names.map((name) => secret(name, { fresh: true })));
    const secrets = new Map(names.map((name, at) => [name, (values[at] ?? '').trim()]));
    const now = clock.now();
    const request = prepareRequest(message, secrets, Math.floor(now / 1_000));
    if (now > (message.notAfter ?? Number.POSITIVE_INFINITY)) return null;
    return await post({ ...request, timeoutMs: deliveryCallMs, permitLocal });
  } catch (error) {
    if (isAttemptFailure(error)) return error;
    throw error;
  }
}

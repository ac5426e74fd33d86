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
  readonly secret: (name: string, options?: { readonly fresh?: boolean }) => Promise<string>;
  readonly clock: Clock;
  /** Permits plain http and loopback addresses. */
  readonly permitLocal: boolean;
}

/**
 * Sends frozen bytes to a destination, once; twice only where the first try was turned away and
 * a fresh reading of the secrets shows that they have changed.
 */
export function createSender(ports: SenderPorts): Sender {
  return {
    async send(message) {
      const known = await readSecrets(ports, message);
      if (known instanceof Error) return notSent(known.message);
      const { outcome, turnedAway } = await attempt(ports, message, known);
      if (!turnedAway) return outcome;
      const fresh = await readSecrets(ports, message, { fresh: true });
      if (fresh instanceof Error) {
        return { ...outcome, reason: `${outcome.reason}; asked again, ${fresh.message}` };
      }
      const changed = [...fresh].some(([name, value]) => known.get(name) !== value);
      return changed ? (await attempt(ports, message, fresh)).outcome : outcome;
    },
  };
}

/** Gives the error that says which one can't be had. */
async function readSecrets(
  { secret }: SenderPorts,
  { to }: OutgoingDigest,
  options?: { readonly fresh: true },
): Promise<SecretValues | Error> {
  const values = new Map<string, string>();
  for (const name of secretNamesOf(to)) {
    try {
      values.set(name, (await secret(name, options)).trim());
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'SECRET_UNAVAILABLE') return error;
      throw error;
    }
  }
  return values;
}

async function attempt(
  ports: SenderPorts,
  message: OutgoingDigest,
  secrets: SecretValues,
): Promise<{ readonly outcome: AttemptOutcome; readonly turnedAway: boolean }> {
  // Right before the call: by now the digest may be another sender's, or discarded.
  if (ports.clock.now() > (message.notAfter ?? Number.POSITIVE_INFINITY)) {
    const reason = 'not begun: what came before the call took longer than the digest was claimed for';
    return { outcome: { ...notSent(reason), notBegun: true }, turnedAway: false };
  }
  const result = await exchange(ports, message, secrets);
  const { to } = message;
  const destination = destinationOf(to);
  const judge = (answer: PostAnswer) => destination.judgeAnswer?.(answer, to) ?? null;
  const outcome = tellSuccess(destination, decideOutcome(judge, result, ports.clock.now()));
  // Anything that a secret changed in the meantime could explain, also what would disable the route.
  const turnedAway =
    outcome.status === 401 ||
    outcome.status === 403 ||
    outcome.outcome === 'gone' ||
    result instanceof UnusableSecretError;
  const delivered = outcome.outcome === 'delivered' && !(result instanceof Error);
  const thread = delivered ? (destination.findThread?.(result, to) ?? null) : null;
  return { outcome: thread === null ? outcome : { ...outcome, thread }, turnedAway };
}

/** Nobody should read "delivered" where a destination has only taken the message. */
function tellSuccess(
  { label, successMeans }: Destination<DestinationSettings>,
  outcome: AttemptOutcome,
): AttemptOutcome {
  const { reason, status } = outcome;
  const told = outcome.outcome !== 'delivered' || successMeans === 'delivered' || isHtmlPage(reason);
  return told ? outcome : { ...outcome, reason: describeAccepted(label, status) };
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

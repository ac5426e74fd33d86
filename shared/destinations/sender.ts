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

/** What came before the call took so long that the digest may be another sender's, or discarded, by now. */
class TooLateError extends Error {
  override readonly name = 'TooLateError';
}

/**
 * Sends frozen bytes to a destination, once; twice only where the first try was turned away and
 * a fresh reading of the secrets shows that they have changed.
 */
export function createSender(ports: SenderPorts): Sender {
  return {
    async send(message) {
      const known = await readSecrets(ports, message);
      if ('unavailable' in known) return noSecret(known.unavailable.message);
      const { outcome, turnedAway } = await attempt(ports, message, known);
      if (!turnedAway) return outcome;
      const fresh = await readSecrets(ports, message, { fresh: true });
      if ('unavailable' in fresh) {
        return { ...outcome, reason: `${outcome.reason}; asked again, ${fresh.unavailable.message}` };
      }
      const changed = [...fresh.values].some(([name, value]) => known.values.get(name) !== value);
      return changed ? (await attempt(ports, message, fresh)).outcome : outcome;
    },
  };
}

type Known = { readonly values: SecretValues };

async function readSecrets(
  { secret }: SenderPorts,
  { to }: OutgoingDigest,
  options?: { readonly fresh: true },
): Promise<Known | { readonly unavailable: Error }> {
  const values = new Map<string, string>();
  for (const name of secretNamesOf(to)) {
    try {
      values.set(name, (await secret(name, options)).trim());
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'SECRET_UNAVAILABLE') {
        return { unavailable: error };
      }
      throw error;
    }
  }
  return { values };
}

async function attempt(
  ports: SenderPorts,
  message: OutgoingDigest,
  { values }: Known,
): Promise<{ readonly outcome: AttemptOutcome; readonly turnedAway: boolean }> {
  const result = await exchange(ports, message, values);
  if (result instanceof TooLateError) return { outcome: tooLate(result.message), turnedAway: false };
  const { to } = message;
  const destination = destinationOf(to);
  const judge = (answer: PostAnswer) => destination.judgeAnswer(answer, to);
  const outcome = tellSuccess(destination, decideOutcome(judge, result, ports.clock.now()));
  // Anything that a secret changed in the meantime could explain, also what would disable the route.
  const turnedAway =
    outcome.status === 401 ||
    outcome.status === 403 ||
    outcome.outcome === 'gone' ||
    result instanceof UnusableSecretError;
  const delivered = outcome.outcome === 'delivered' && !(result instanceof Error);
  const thread = delivered ? destination.findThread(result, to) : null;
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
): Promise<AttemptResult | TooLateError> {
  try {
    // Right before the call, after all that may have taken its time.
    if (clock.now() > (message.notAfter ?? Number.POSITIVE_INFINITY)) {
      return new TooLateError(
        'not begun: what came before the call took longer than the digest was claimed for',
      );
    }
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

function tooLate(reason: string): AttemptOutcome {
  return { ...noSecret(reason), notBegun: true };
}

function noSecret(reason: string): AttemptOutcome {
  return { outcome: 'retry', ambiguous: false, status: null, reason, retryAfterMs: null };
}

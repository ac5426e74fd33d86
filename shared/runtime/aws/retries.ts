import type { Random } from '../../domain/clock.ts';
import type { CallError } from './aws-error.ts';
import type { AwsService } from './services.ts';

/** When a failed call is repeated: the SDK's rules, its "standard" mode. */
export interface Retries {
  /** After a failed attempt, counted from 1; null if it was the last one. */
  next(attempt: number, error: CallError): Retry | null;
  /** After an answer without an error: gives back what its last retry cost. */
  succeeded(retry: Retry | null): void;
}

export interface Retry {
  readonly pauseMs: number;
  readonly cost: number;
}

/** Source of the names and figures: `@smithy/core`, service-error-classification and util-retry. */
const throttlingNames = new Set([
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
]);
const passingNames = new Set([
  'ReplicatedWriteConflictException',
  'RequestTimeout',
  'RequestTimeoutException',
  'TimeoutError',
]);
const passingStatuses = new Set([500, 502, 503, 504]);
const passingCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const throttledPauseMs = 1_000;
const longestPauseMs = 20_000;
/** A retry takes from it and a success gives back: in an outage, most calls fail at once instead of multiplying. */
const fullQuota = 500;
const costs = { throttled: 5, passing: 14 } as const;

export function createRetries({ retries }: AwsService, random: Random): Retries {
  let quota = fullQuota;
  return {
    next(attempt, error) {
      const kind = kindOf(error);
      if (kind === null || attempt >= retries.attempts || quota < costs[kind]) return null;
      quota -= costs[kind];
      const base = kind === 'throttled' ? throttledPauseMs : retries.pauseMs;
      const pauseMs = Math.floor(random() * Math.min(base * 2 ** (attempt - 1), longestPauseMs));
      return { pauseMs, cost: costs[kind] };
    },
    succeeded(retry) {
      quota = Math.min(fullQuota, quota + (retry?.cost ?? 1));
    },
  };
}

function kindOf({ name, message, code, $metadata }: CallError): keyof typeof costs | null {
  if (throttlingNames.has(name) || $metadata?.httpStatusCode === 429) return 'throttled';
  // Signed with a wrong clock, or on its way for too long.
  const late = $metadata?.clockSkewCorrected || message.startsWith('Signature expired');
  const passing =
    late ||
    passingNames.has(name) ||
    passingCodes.has(code ?? '') ||
    passingStatuses.has($metadata?.httpStatusCode ?? 0);
  return passing ? 'passing' : null;
}

import { describe, expect, it } from 'vitest';
import { type FailedAttempt, retryDelay } from '../../../shared/bridge-api/call-operation.ts';
import { ContractError, HttpStatusError, TransportError } from '../../../shared/domain/errors.ts';

const status = (code: number, retryAfterMs: number | null = null) =>
  new HttpStatusError(code, `answered ${code}`, { retryAfterMs });
const failed = (attempt: Partial<FailedAttempt>): FailedAttempt => ({
  error: status(503),
  attemptsMade: 1,
  now: 1_000_000,
  deadline: null,
  timeoutMs: 15_000,
  random: 0.5,
  ...attempt,
});

describe('the decision to retry', () => {
  it.each([
    [new TransportError('TIMEOUT', 't'), true],
    [new TransportError('CONNECTION_FAILED', 't'), true],
    [new TransportError('BODY_TOO_LARGE', 't'), false],
    [status(400), false],
    [status(401), false],
    [status(403), false],
    [status(404), false],
    [status(408), true],
    [status(425), true],
    [status(429), true],
    [status(500), true],
    [status(501), false],
    [status(502), true],
    [status(503), true],
    [status(504), true],
    [new ContractError('c'), false],
    [new TypeError('a bug'), false],
    ['no error at all', false],
  ])('for %s is %s', (error, retry) => {
    expect(retryDelay(failed({ error })) !== null).toBe(retry);
  });

  it('gives up after the third attempt', () => {
    expect(retryDelay(failed({ attemptsMade: 2 }))).not.toBeNull();
    expect(retryDelay(failed({ attemptsMade: 3 }))).toBeNull();
  });

  it.each([
    [1, 0, 0],
    [1, 0.5, 250],
    [1, 0.999, 499],
    [2, 0.5, 500],
    [2, 0.999, 999],
  ])(
    'after attempt %i and a draw of %d waits %i ms: full jitter that doubles',
    (attemptsMade, random, delayMs) => {
      expect(retryDelay(failed({ attemptsMade, random }))).toBe(delayMs);
    },
  );

  it.each([0, 7_000, 60_000])('waits out a Retry-After of %i ms whatever the jitter', (retryAfterMs) => {
    expect(retryDelay(failed({ error: status(429, retryAfterMs) }))).toBe(retryAfterMs);
  });

  it('gives up at once on a Retry-After of over a minute', () => {
    expect(retryDelay(failed({ error: status(429, 60_001) }))).toBeNull();
  });

  it.each([
    [1_015_249, false],
    [1_015_250, true],
  ])('with a deadline at %i is %s: the wait and the whole timeout must fit', (deadline, retry) => {
    expect(retryDelay(failed({ deadline })) !== null).toBe(retry);
  });
});

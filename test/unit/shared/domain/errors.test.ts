import { describe, expect, it } from 'vitest';
import { isOutOfTime, TransportError, UpstreamPausedError } from '../../../../shared/domain/errors.ts';

it('a lack of time is a timeout, and no other way to get no answer', () => {
  expect(isOutOfTime(new TransportError('TIMEOUT', 'late'))).toBe(true);
  expect(isOutOfTime(new TransportError('CONNECTION_FAILED', 'cut'))).toBe(false);
  expect(isOutOfTime({ code: 'TIMEOUT' })).toBe(false);
  expect(isOutOfTime(null)).toBe(false);
});

describe('a pause', () => {
  const until = Date.parse('2026-11-21T08:00:00Z');

  const failing = 'more than half of the last calls failed';
  it.each([
    ['failing', 'lists', `polling paused until TIME: ${failing}`],
    ['rejected', 'lists', 'polling paused until TIME: the API rejected the access token (401)'],
    ['failing', 'ranks', `reading the Hotness order paused until TIME: ${failing}`],
    ['failing', 'columns', `reading column metadata paused until TIME: ${failing}`],
    ['failing', 'summaries', `fetching summaries paused until TIME: ${failing}`],
  ] as const)('of %s %s says which calls are paused, until when and why', (reason, lane, message) => {
    const error = new UpstreamPausedError(reason, until, lane);

    expect(error.message).toBe(message.replace('TIME', '2026-11-21T08:00:00.000Z'));
    expect(error).toMatchObject({ code: 'UPSTREAM_PAUSED', reason, until });
  });
});

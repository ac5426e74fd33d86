import { describe, expect, it } from 'vitest';
import {
  ContractError,
  HttpStatusError,
  TransportError,
  UpstreamPausedError,
} from '../../../shared/domain/errors.ts';
import { deadlineOf, isSqsEvent } from '../../../shared/runtime/invocation.ts';
import { upstreamProblem } from '../../../shared/runtime/upstream-problem.ts';

const clock = { now: () => 1_000_000, sleep: async () => undefined };

describe('the deadline of an invocation', () => {
  it('keeps ten seconds back for writing down, and never lies in the past', () => {
    expect(deadlineOf({ getRemainingTimeInMillis: () => 60_000 }, clock)).toBe(1_050_000);
    expect(deadlineOf({ getRemainingTimeInMillis: () => 5_000 }, clock)).toBe(1_000_000);
  });
});

describe('an event of a queue', () => {
  it('is told from everything else', () => {
    expect(isSqsEvent({ Records: [{ eventSource: 'aws:sqs' }] })).toBe(true);
    const others = [null, undefined, 'Records', {}, { Records: {} }, { Records: [null] }, { Records: [{}] }];
    expect(others.filter(isSqsEvent)).toEqual([]);
    expect(isSqsEvent({ Records: [{ eventSource: 'aws:sqs' }, { eventSource: 'aws:s3' }] })).toBe(false);
  });
});

describe('what went wrong upstream', () => {
  it('is told in a sentence', () => {
    const errors = [
      new TransportError('TIMEOUT', 'listBuyerSignals: timed out'),
      new HttpStatusError(500, 'listBuyerSignals: status 500'),
      new ContractError('listBuyerSignals: no result'),
      new UpstreamPausedError('failing', 0),
    ];
    for (const error of errors) expect(upstreamProblem(error)).toContain(error.message);
  });

  it('is no excuse for a fault of ours', () => {
    expect([new TypeError('x'), new Error('listBuyerSignals'), null, 'text'].map(upstreamProblem)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

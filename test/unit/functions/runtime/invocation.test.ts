import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { Observation, Observe } from '../../../../functions/observations/observation.ts';
import {
  deadlineOfInvocation,
  handleMessages,
  isSqsEvent,
} from '../../../../functions/runtime/invocation.ts';
import {
  ContractError,
  HttpStatusError,
  TransportError,
  UpstreamPausedError,
} from '../../../../shared/domain/errors.ts';
import { upstreamProblem } from '../../../../shared/domain/upstream/upstream-problem.ts';

const clock = { now: () => 1_000_000, sleep: async () => undefined };

describe('the deadline of an invocation', () => {
  it('reserves ten seconds for writing, and is never in the past', () => {
    expect(deadlineOfInvocation({ getRemainingTimeInMillis: () => 60_000 }, clock)).toBe(1_050_000);
    expect(deadlineOfInvocation({ getRemainingTimeInMillis: () => 5_000 }, clock)).toBe(1_000_000);
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

function createTeller() {
  const observed: Observation[] = [];
  const observe: Observe = (observation) => observed.push(observation);
  return { observed, teller: { observe, functionName: 'poll-signals' } };
}

describe('a batch of messages', () => {
  const event = {
    Records: [1, 2, 3].map((n) => ({ messageId: `m${n}`, body: String(n), eventSource: 'aws:sqs' })),
  } as unknown as SQSEvent;

  it('is left where it is when the process is to stop: what is under way ends, and no failure is told', async () => {
    const stopping = new AbortController();
    const worked: unknown[] = [];
    const { teller, observed } = createTeller();
    const work = async (message: unknown) => {
      worked.push(message);
      stopping.abort();
    };
    const answer = await handleMessages(event, { stopping: stopping.signal }, work, teller);
    expect(worked).toEqual([1]);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm2' }, { itemIdentifier: 'm3' }] });
    expect(observed).toEqual([]);
  });

  it('is worked through where nothing stops it, whatever fails', async () => {
    const { teller, observed } = createTeller();
    const work = async (message: unknown) => {
      if (message === 2) throw new Error('poison');
    };
    const answer = await handleMessages(event, {}, work, teller);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm2' }] });
    const failure = {
      kind: 'message-failed',
      function: 'poll-signals',
      messageId: 'm2',
      problem: 'Error: poison',
    };
    expect(observed).toEqual([failure]);
  });

  it('says how often each of them was received', async () => {
    const counts: number[] = [];
    const Records = event.Records.map((record, index) => ({
      ...record,
      ...(index === 0 ? {} : { attributes: { ApproximateReceiveCount: String(index) } }),
    })) as unknown as SQSEvent['Records'];
    const { teller } = createTeller();
    await handleMessages({ Records }, {}, async (_, receives) => counts.push(receives), teller);
    expect(counts).toEqual([1, 1, 2]);
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
});

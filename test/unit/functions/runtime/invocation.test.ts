import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { Observation, Observe } from '../../../../functions/observations/observation.ts';
import {
  deadlineOfInvocation,
  handleMessages,
  isSqsEvent,
  slotOf,
} from '../../../../functions/runtime/invocation.ts';

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

it.each([
  ['is the scheduled time that the event carries', '2026-11-21T09:00:00+01:00', '2026-11-21T08:00:00.000Z'],
  ['is the present moment for an invoke by hand', undefined, '2026-11-21T08:07:31.250Z'],
  ['is the present moment without a time', '<aws.scheduler.scheduled-time>', '2026-11-21T08:07:31.250Z'],
])('the slot of a tick %s', (_, given, slot) => {
  expect(slotOf(given, Date.parse('2026-11-21T08:07:31.250Z'))).toBe(slot);
});

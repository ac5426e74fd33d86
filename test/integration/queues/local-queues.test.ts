import type { SQSEvent } from 'aws-lambda';
import { afterEach, describe, expect, it } from 'vitest';
import {
  concurrencyOf,
  type FunctionName,
  pipelineFunctions,
  type QueueName,
  visibilityOf,
  queues as wiring,
} from '../../../functions/wiring.ts';
import { type LocalQueuesSettings, startQueues } from '../../../machine/queues/local-queues.ts';
import type { QueueHandler } from '../../../machine/queues/work-queue.ts';
import { createVirtualClock } from '../../support/time/virtual-clock.ts';

const config = { watch: { concurrency: 3 } };
const nothing: QueueHandler = async () => undefined;
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const bodiesOf = (event: SQSEvent) => event.Records.map(({ body }) => JSON.parse(body) as { n: number });
const clockOfDay = () => createVirtualClock('2026-11-21T08:00:00Z');

describe('the queues on one machine', () => {
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });

  /** One queue of them, whose consumer is `handler`. */
  const open = (name: QueueName, handler: QueueHandler, settings: Partial<LocalQueuesSettings> = {}) => {
    const errors: [FunctionName, unknown][] = [];
    const onError = (function_: FunctionName, error: unknown) => errors.push([function_, error]);
    const { of, start, stop } = startQueues({ config, onError, ...settings });
    closings.push(() => stop(100));
    const others = Object.keys(pipelineFunctions).map((one) => [one, nothing]);
    const handlers = { ...Object.fromEntries(others), [wiring[name].consumer]: handler };
    return { ...of[name], of, stop, errors, start: () => start(handlers) };
  };
  type Opened = Parameters<typeof open>;
  /** Sends the messages, and hands them to the handler until none is left. */
  const work = async (messages: unknown[], ...opened: Opened) => {
    const queue = open(...opened);
    await queue.send(messages);
    queue.start();
    await queue.drain();
    return { errors: queue.errors, waiting: queue.waiting() };
  };

  it('make the event that Lambda would, as far as handlers read it, with the time that is left', async () => {
    const events: [SQSEvent, number][] = [];

    await work(
      [{ buyerId: 'b' }],
      'summary',
      async (event, context) => void events.push([event, context.getRemainingTimeInMillis()]),
    );

    const [event, left] = events[0] ?? [];
    expect(event?.Records).toEqual([
      {
        eventSource: 'aws:sqs',
        messageId: 'summary-1',
        body: '{"buyerId":"b"}',
        attributes: { ApproximateReceiveCount: '1' },
      },
    ]);
    expect(left).toBeGreaterThan(100_000);
    expect(left).toBeLessThanOrEqual(150_000);
  });

  it.each(['delivery', 'poll'] as const)('keep to the batch size and the concurrency of %s', async (name) => {
    const atOnce = concurrencyOf(wiring[name], config);
    const allHere = Promise.withResolvers<void>();
    let [now, most, largest] = [0, 0, 0];
    await work(numbered(60), name, async (event) => {
      now++;
      most = Math.max(most, now);
      largest = Math.max(largest, event.Records.length);
      // Holds the first ones back until as many as may are there: a slow machine hands them over one by one.
      if (most >= atOnce) allHere.resolve();
      await Promise.race([allHere.promise, new Promise((resolve) => setTimeout(resolve, 5_000))]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now--;
    });

    expect(most).toBe(atOnce);
    expect(largest).toBe(wiring[name].batchSize);
  });

  it('hand the next message over as soon as one is done: a slow one holds no other up', async () => {
    const othersDone = Promise.withResolvers<void>();
    const left = new Set(numbered(20).map(({ n }) => n));
    await work(numbered(20), 'poll', async (event) => {
      const isFirst = left.size === 20;
      for (const { n } of bodiesOf(event)) left.delete(n);
      if (left.size === 0) othersDone.resolve();
      if (isFirst) await othersDone.promise;
    });
    expect([...left]).toEqual([]);
  });

  it('hand over a delayed message after its time, and lose it where the process ends before', async () => {
    const clock = clockOfDay();
    const sizes: number[] = [];
    const take: QueueHandler = async (event) => void sizes.push(event.Records.length);
    const { send, start, stop } = open('events', take, { clock });
    start();
    await send(numbered(2), 30);
    await clock.advance(29_000);
    expect(sizes).toEqual([]);
    await clock.advance(1_000);
    expect(sizes).toEqual([2]);
    await send(numbered(3), 30);
    await stop(0);
    await clock.advance(60_000);
    expect(sizes).toEqual([2]);
  });

  const { batchSize, windowSeconds = 0 } = wiring.compose;
  const openWindow = () => {
    const sizes: number[] = [];
    const clock = clockOfDay();
    const take: QueueHandler = async (event) => void sizes.push(event.Records.length);
    const queue = open('compose', take, { clock });
    queue.start();
    return { ...queue, clock, sizes };
  };
  type Window = ReturnType<typeof openWindow>;
  const ends = ({ clock }: Window) => clock.advance(windowSeconds * 1_000);
  it.each<[string, number, (window: Window) => Promise<unknown>, [sizes: number[], waiting: number]]>([
    ['gather what comes in it into few batches, and delete all of it', 60, ends, [[60], 0]],
    [
      'hand over a full batch before it is over',
      batchSize,
      ({ clock }) => clock.advance(0),
      [[batchSize], 0],
    ],
    ['wait for no end of it when they drain', 2, ({ drain }) => drain(), [[2], 0]],
    ['hand out nothing that they gathered when they stop', 1, ({ stop }) => stop(), [[], 1]],
  ])('with a window %s', async (_, messages, act, [sizes, waiting]) => {
    const window = openWindow();
    for (const one of numbered(messages)) await window.send([one]);
    if (messages < batchSize) expect(window.sizes).toEqual([]);
    await act(window);

    expect([window.sizes, window.waiting()]).toEqual([sizes, waiting]);
  });

  it('hand a message that its handler reports as failed over again as SQS does, and the others once', async () => {
    const clock = clockOfDay();
    const seen: string[] = [];
    const failFirst: QueueHandler = async ({ Records: records }) => {
      seen.push(...records.map((one) => `${one.messageId} ${one.attributes.ApproximateReceiveCount}`));
      return { batchItemFailures: [{ itemIdentifier: 'events-1' }] };
    };
    const { send, start } = open('events', failFirst, { clock });
    start();
    await send(numbered(2));
    const visibilityMs = visibilityOf(wiring.events) * 1_000;
    await clock.advance(visibilityMs - 1);
    expect(seen).toEqual(['events-1 1', 'events-2 1']);
    for (let received = 1; received <= 9; received += 1) await clock.advance(visibilityMs);
    expect(seen.slice(2)).toEqual(['events-1 2', 'events-1 3', 'events-1 4', 'events-1 5']);
  });

  it('hand a batch whose handler throws over later, and let the others pass', async () => {
    const broken = new Error('poison');
    let passed = 0;
    const failFirst: QueueHandler = async (event) => {
      if (bodiesOf(event)[0]?.n === 0) throw broken;
      passed++;
    };

    const left = await work(numbered(3), 'poll', failFirst);

    expect(passed).toBe(2);
    expect(left).toEqual({ errors: [['poll-signals', broken]], waiting: 0 });
  });

  it.each([
    ['delivery', 59_000, 59_000],
    ['poll', 100_000, 10_000],
  ] as const)('let a %s that takes %i ms end before they stop, for %i ms', async (name, takes, most) => {
    const clock = clockOfDay();
    const begun = Promise.withResolvers<AbortSignal | undefined>();
    const slow: QueueHandler = async (_, { stopping }) => {
      begun.resolve(stopping);
      await clock.sleep(takes);
    };
    const { send, start, stop, underWay } = open(name, slow, { clock });
    start();
    await send(numbered(1));
    const stopping = await begun.promise;
    expect([underWay(), stopping?.aborted]).toEqual([1, false]);

    let isOver = false;
    const resting = stop().then(() => {
      isOver = true;
    });
    expect(stopping?.aborted).toBe(true);
    await clock.advance(most - 1_000);
    expect(isOver).toBe(false);
    await clock.advance(1_000);
    await resting;
  });

  it('give up on a function after its timeout', async () => {
    const clock = clockOfDay();
    const hang: QueueHandler = () => new Promise(() => undefined);
    const { send, start, drain, errors } = open('poll', hang, { clock });
    start();
    await send(numbered(1));
    await clock.advance(300_000);
    await drain();

    expect(errors).toMatchObject([['poll-signals', { code: 'FUNCTION_TIMEOUT' }]]);
  });
});

import type { SQSEvent } from 'aws-lambda';
import { afterEach, describe, expect, it } from 'vitest';
import { concurrencyOf, type FunctionName, queues as wiring } from '../../../functions/wiring.ts';
import {
  type LocalQueues,
  type LocalQueuesSettings,
  startQueues,
} from '../../../machine/queues/local-queues.ts';
import type { QueueHandler } from '../../../machine/queues/work-queue.ts';
import { createVirtualClock } from '../../support/time/virtual-clock.ts';

const config = { watch: { concurrency: 3 } };
const idle: QueueHandler = async () => undefined;
const handlers = {
  'plan-polls': idle,
  'poll-signals': idle,
  'fetch-summaries': idle,
  'compose-digests': idle,
  'deliver-digest': idle,
};
const bodiesOf = (event: SQSEvent) => event.Records.map(({ body }) => JSON.parse(body) as { n: number });

describe('the queues on one machine', () => {
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });

  const errors: [FunctionName, unknown][] = [];
  const open = (settings: Partial<LocalQueuesSettings> = {}): LocalQueues => {
    errors.length = 0;
    const onError = (name: FunctionName, error: unknown) => errors.push([name, error]);
    const queues = startQueues({ config, onError, ...settings });
    closings.push(() => queues.stop(100));
    return queues;
  };

  it('hand each message once to the consumer that the wiring names, and then forget it', async () => {
    const { queue, start, drain, waiting } = open();
    const seen: unknown[] = [];
    start({ ...handlers, 'poll-signals': async (event) => void seen.push(...bodiesOf(event)) });
    const messages = Array.from({ length: 25 }, (_, n) => ({ n }));

    await queue('poll').send(messages);
    await drain('poll');

    expect(seen).toHaveLength(25);
    expect(seen).toEqual(expect.arrayContaining(messages));
    expect(waiting('poll')).toBe(0);
    expect(errors).toEqual([]);
  });

  it('make the event that Lambda would, as far as handlers read it, with the time that is left', async () => {
    const { queue, start, drain } = open();
    const events: [SQSEvent, number][] = [];
    start({
      ...handlers,
      'fetch-summaries': async (event, context) =>
        void events.push([event, context.getRemainingTimeInMillis()]),
    });

    await queue('summary').send([{ buyerId: 'b' }]);
    await drain('summary');

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

  it('keep to the batch size and the concurrency of the wiring', async () => {
    const { queue, start, drain } = open();
    const atOnce = concurrencyOf(wiring.delivery, config);
    let now = 0;
    let most = 0;
    let largest = 0;
    let allIn = (): void => undefined;
    const allHere = new Promise<void>((resolve) => {
      allIn = resolve;
    });
    const worker: QueueHandler = async (event) => {
      now++;
      most = Math.max(most, now);
      largest = Math.max(largest, event.Records.length);
      // Holds the first ones back until as many as may are there: a slow machine hands them over one by one.
      if (most >= atOnce) allIn();
      await Promise.race([allHere, new Promise((resolve) => setTimeout(resolve, 5_000))]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now--;
    };
    await queue('delivery').send(Array.from({ length: 60 }, (_, n) => ({ n })));
    start({ ...handlers, 'deliver-digest': worker });
    await drain('delivery');

    expect(most).toBe(atOnce);
    expect(largest).toBe(wiring.delivery.batchSize);
  });

  it('gather what a window has into few batches, and delete all of it', async () => {
    const clock = createVirtualClock('2026-11-21T08:00:00Z');
    const { queue, start, waiting } = open({ clock });
    const sizes: number[] = [];
    start({ ...handlers, 'compose-digests': async (event) => void sizes.push(event.Records.length) });
    for (let n = 0; n < 60; n += 1) await queue('compose').send([{ n }]);
    expect(sizes).toEqual([]);
    await clock.advance((wiring.compose.windowSeconds ?? 0) * 1_000);

    expect([sizes, waiting('compose')]).toEqual([[60], 0]);
  });

  it('hand over a full batch before its window is over', async () => {
    const clock = createVirtualClock('2026-11-21T08:00:00Z');
    const { queue, start } = open({ clock });
    const size = Promise.withResolvers<number>();
    start({ ...handlers, 'compose-digests': async (event) => size.resolve(event.Records.length) });
    await queue('compose').send(Array.from({ length: wiring.compose.batchSize + 1 }, (_, n) => ({ n })));

    expect(await size.promise).toBe(wiring.compose.batchSize);
  });

  it('wait for no end of a window when they drain', async () => {
    const { queue, start, drain } = open({ clock: createVirtualClock('2026-11-21T08:00:00Z') });
    const sizes: number[] = [];
    start({ ...handlers, 'compose-digests': async (event) => void sizes.push(event.Records.length) });
    await queue('compose').send([{ n: 1 }, { n: 2 }]);
    await drain('compose');

    expect(sizes).toEqual([2]);
  });

  it('hand out nothing that they gathered when they stop', async () => {
    const clock = createVirtualClock('2026-11-21T08:00:00Z');
    const { queue, start, stop, waiting } = open({ clock });
    const handed: unknown[] = [];
    start({ ...handlers, 'compose-digests': async (event) => void handed.push(event) });
    await queue('compose').send([{ n: 1 }]);
    await stop();

    expect([handed, waiting('compose')]).toEqual([[], 1]);
  });

  it('leave the messages of an idle queue alone', async () => {
    const { queue, start, drain, waiting } = open({ idle: ['compose'] });
    await queue('compose').send([{ n: 1 }]);
    start(handlers);
    await drain('delivery');

    expect(waiting('compose')).toBe(1);
  });

  it('bring back only the messages of a batch that failed', async () => {
    const { queue, start, drain } = open({ retryAtOnce: true });
    const seen: number[] = [];
    let failing = true;
    await queue('delivery').send([{ n: 1 }, { n: 2 }, { n: 3 }]);
    start({
      ...handlers,
      'deliver-digest': async (event) => {
        const bodies = bodiesOf(event);
        seen.push(...bodies.map(({ n }) => n));
        const failed = event.Records.filter((_, index) => failing && bodies[index]?.n === 2);
        if (failed.length > 0) failing = false;
        return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
      },
    });
    await drain('delivery');

    expect(seen.toSorted()).toEqual([1, 2, 2, 3]);
    expect(errors).toEqual([]);
  });

  it('bring back a whole batch when the handler throws', async () => {
    const { queue, start, drain } = open({ retryAtOnce: true });
    const broken = new Error('broken');
    let calls = 0;
    start({
      ...handlers,
      'poll-signals': async () => {
        calls++;
        if (calls === 1) throw broken;
      },
    });
    await queue('poll').send([{ n: 1 }]);
    await drain('poll');

    expect(calls).toBe(2);
    expect(errors).toEqual([['poll-signals', broken]]);
  });

  it('let a delivery that is under way end before they stop, and other work for ten seconds', async () => {
    const clock = createVirtualClock('2026-11-21T08:00:00Z');
    const { queue, start, stop, underWay } = open({ clock });
    const begun = Promise.withResolvers<void>();
    const told: string[] = [];
    const takes =
      (ms: number, name: string): QueueHandler =>
      async () => {
        if (name === 'delivery') begun.resolve();
        await clock.sleep(ms);
        told.push(`${name} has ended`);
      };
    start({ ...handlers, 'deliver-digest': takes(59_000, 'delivery') });
    await queue('delivery').send([{ n: 1 }]);
    await begun.promise;
    expect(underWay('delivery')).toBe(1);

    const resting = stop().then(() => told.push('they rest'));
    await clock.advance(58_000);
    expect(told).toEqual([]);
    await clock.advance(1_000);
    await resting;
    expect(told).toEqual(['delivery has ended', 'they rest']);
  });

  it('wait no longer than ten seconds for work that is begun anew without harm', async () => {
    const clock = createVirtualClock('2026-11-21T08:00:00Z');
    const { queue, start, stop } = open({ clock });
    const begun = Promise.withResolvers<AbortSignal | undefined>();
    start({
      ...handlers,
      'poll-signals': async (_, { stopping }) => {
        begun.resolve(stopping);
        await clock.sleep(100_000);
      },
    });
    await queue('poll').send([{ n: 1 }]);
    const stopping = await begun.promise;
    expect(stopping?.aborted).toBe(false);

    const resting = stop();
    expect(stopping?.aborted).toBe(true);
    await clock.advance(10_000);
    await resting;
  });

  it('drop a message that failed as often as the wiring says, and let the others pass', async () => {
    const { queue, start, drain, waiting } = open({ retryAtOnce: true });
    const counts: string[] = [];
    let passed = 0;
    start({
      ...handlers,
      'poll-signals': async (event) => {
        if (bodiesOf(event)[0]?.n === 13) {
          counts.push(event.Records[0]?.attributes.ApproximateReceiveCount ?? '');
          throw new Error('poison');
        }
        passed++;
      },
    });
    await queue('poll').send([{ n: 13 }, { n: 1 }, { n: 2 }]);
    await drain('poll');

    expect(counts).toEqual(['1', '2', '3', '4', '5']);
    expect(passed).toBe(2);
    expect(waiting('poll')).toBe(0);
  });

  it('drop a failed message where a later tick or sweep queues its work again', async () => {
    const { queue, start, drain } = open();
    let calls = 0;
    start({
      ...handlers,
      'poll-signals': async () => {
        calls++;
        throw new Error('once');
      },
    });
    await queue('poll').send([{ n: 1 }]);
    await drain('poll');

    expect(calls).toBe(1);
    expect(errors).toHaveLength(1);
  });

  it('poll with as many messages at once as the config says, and do not wait for ever for handlers that hang', async () => {
    const { queue, start, stop } = open();
    const begun = Promise.withResolvers<void>();
    let count = 0;
    start({
      ...handlers,
      'poll-signals': () => {
        count += 1;
        if (count === 3) begun.resolve();
        return new Promise(() => undefined);
      },
    });
    await queue('poll').send(Array.from({ length: 7 }, (_, n) => ({ n })));
    await begun.promise;

    await expect(stop(50)).resolves.toBeUndefined();
    expect(count).toBe(3);
  });

  it('give up on a function after its timeout, and hand its messages out again at once', async () => {
    const started = Date.now();
    let sleeps = 0;
    // The function's timeout is the only long sleep; the first one is over at once.
    const clock = {
      now: () => started,
      sleep: (ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          if (ms < 1000 || (ms === 300_000 && sleeps++ === 0)) setTimeout(resolve, Math.min(ms, 20));
        }),
    };
    const { queue, start, drain } = open({ retryAtOnce: true, clock });
    let calls = 0;
    start({
      ...handlers,
      'poll-signals': async () => {
        calls++;
        if (calls === 1) await new Promise(() => undefined);
      },
    });
    await queue('poll').send([{ n: 1 }]);
    await drain('poll');

    expect(calls).toBe(2);
    expect(errors).toMatchObject([['poll-signals', { code: 'FUNCTION_TIMEOUT' }]]);
  });
});

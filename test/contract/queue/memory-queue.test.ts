import { describe, expect, it } from 'vitest';
import { createMemoryQueue } from '../../../machine/queues/memory-queue.ts';
import { systemClock } from '../../../shared/runtime/system.ts';
import { describeQueue } from './queue-suite.ts';

describeQueue({
  name: 'in memory',
  open: async (settings) => createMemoryQueue({ ...settings, clock: systemClock }),
});

describe('a queue in memory', () => {
  /** Each sleep, by its milliseconds, until it ends. */
  const timers = new Set<number>();
  const clock = {
    now: () => 0,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((_, reject) => {
        timers.add(ms);
        signal?.addEventListener('abort', () => {
          timers.delete(ms);
          reject(signal.reason);
        });
      }),
  };
  const open = () => createMemoryQueue({ name: 'poll', visibilitySeconds: 30, maxReceives: 2, clock });
  const { signal } = new AbortController();

  it('has no timer but those of messages in flight', async () => {
    const queue = open();
    const waiting = queue.receive(1, signal);
    expect([...timers]).toEqual([]);
    await queue.send([1]);
    const messages = await waiting;
    expect([...timers]).toEqual([30_000]);
    await queue.delete(messages);
    expect([...timers]).toEqual([]);
  });

  it('ends its timers when it is closed, and takes no more', async () => {
    const queue = open();
    await queue.send([1]);
    await queue.receive(1, signal);
    await queue.close();
    expect([...timers]).toEqual([]);
    await expect(queue.send([2])).rejects.toMatchObject({
      code: 'QUEUE_UNAVAILABLE',
      message: 'the queue poll is closed',
    });
  });

  it('forgets those who stopped waiting', async () => {
    const queue = open();
    const stopping = new AbortController();
    const gone = queue.receive(1, stopping.signal);
    stopping.abort();
    await gone;
    const waiting = queue.receive(1, signal);
    await queue.send([1]);
    expect((await waiting).map(({ Body }) => Body)).toEqual(['1']);
  });
});

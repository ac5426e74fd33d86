import { describe, expect, it } from 'vitest';
import { createPollPool } from '../../../machine/queues/poll-pool.ts';

/** A process with a pool, and a service at which a message takes `messageMs` and that does `perSecond` at the most. */
function createScene() {
  let now = 1_000_000;
  const load = { messageMs: 200, perSecond: 1_000, busy: 0.2, memory: 100_000_000 };
  const pool = createPollPool({
    clock: { now: () => now, sleep: async () => {} },
    busyShare: () => load.busy,
    memory: () => load.memory,
  });
  const handler = pool.counted(async () => {});
  const event = { Records: [] };
  const context = { getRemainingTimeInMillis: () => 0 };
  return {
    load,
    pool,
    wait: (ms: number) => {
      now += ms;
    },
    async takeLong(): Promise<void> {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const whole = pool.counted(() => ended)(event, context);
      now += 30_000;
      end();
      await whole;
    },
    /** Works off that many messages, as many at once as the pool says. Returns the sizes that it had, each once. */
    async workOff(messages: number): Promise<readonly number[]> {
      const sizes = new Set([pool.size()]);
      // Holds the pool at work, so that time without work does not count.
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const whole = pool.counted(() => ended)(event, context);
      for (let done = 0; done < messages; done += 1) {
        now += Math.max(load.messageMs / pool.size(), 1_000 / load.perSecond);
        await handler(event, context);
        sizes.add(pool.size());
      }
      end();
      await whole;
      return [...sizes];
    },
  };
}

describe('the pool of polls', () => {
  it('doubles while that brings more messages a second, up to twelve at once', async () => {
    const { workOff } = createScene();

    expect(await workOff(200)).toEqual([3, 6, 12]);
  });

  it('takes a doubling back that brings too little, and tries again a minute later', async () => {
    const { load, pool, wait, workOff } = createScene();
    load.perSecond = 15;

    expect(await workOff(100)).toEqual([3, 6]);
    expect(pool.size()).toBe(3);
    wait(60_000);
    load.perSecond = 1_000;
    expect(await workOff(100)).toEqual([3, 6, 12]);
  });

  it('does not grow while the process has enough to do', async () => {
    const { load, workOff } = createScene();
    load.busy = 0.9;

    expect(await workOff(100)).toEqual([3]);
  });

  it('goes back to three while much memory is in use', async () => {
    const { load, pool, workOff } = createScene();
    await workOff(200);
    load.memory = 300_000_000;

    expect(pool.size()).toBe(3);
    expect(await workOff(100)).toEqual([3]);
  });

  it('goes back to three after a message that took long: its calls wait for the rate limiter', async () => {
    const { pool, takeLong, workOff } = createScene();
    await workOff(200);
    expect(pool.size()).toBe(12);

    await takeLong();

    expect(pool.size()).toBe(3);
    // And it does not take what ends at last, all at once, for a gain.
    expect(await workOff(100)).toEqual([3]);
  });

  it('goes back to three for an hour when the service failed: more calls at once may be why', async () => {
    const { pool, wait, workOff } = createScene();
    await workOff(200);

    pool.calm();

    expect(await workOff(200)).toEqual([3]);
    wait(3_600_000);
    expect(await workOff(200)).toEqual([3, 6, 12]);
  });

  it('does not count the time without work', async () => {
    const { pool, wait, workOff } = createScene();
    await workOff(20);
    expect(pool.size()).toBe(6);
    wait(600_000);

    expect(await workOff(100)).toEqual([6, 12]);
  });

  it('counts a message that failed, and passes its error on', async () => {
    const { pool } = createScene();
    const failing = pool.counted(() => Promise.reject(new Error('no')));

    await expect(failing({ Records: [] }, { getRemainingTimeInMillis: () => 0 })).rejects.toThrow('no');
  });
});

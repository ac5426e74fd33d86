import { describe, expect, it } from 'vitest';
import { runOnWorkers } from './run-on-workers.ts';
import { runSchedule } from './run-schedule.ts';
import type { WorkerNews } from './worker.ts';

describe('the protocol under the simulation', () => {
  // The first of simulation.slow.test.ts's 2,000: a hundred worlds of their own, and a hundred single faults.
  it('keeps every invariant in 200 schedules', async () => {
    const news: WorkerNews[] = [];
    await runOnWorkers({ schedules: 200, seed: 10, workers: 2 }, (one) => news.push(one));

    expect(news.filter(({ kind }) => kind === 'violated')).toEqual([]);
    expect(news.reduce((sum, one) => sum + (one.kind === 'done' ? one.schedules : 0), 0)).toBe(200);
  }, 300_000);

  it('takes the same steps for the same seed and schedule, byte for byte', async () => {
    for (const schedule of [0, 42, 997, 1_999]) {
      const first = await runSchedule(7, schedule, { traced: true });
      const second = await runSchedule(7, schedule, { traced: true });
      expect(first.trace.length).toBeGreaterThan(100);
      expect(second.trace.join('\n')).toBe(first.trace.join('\n'));
    }
  });

  it('takes the same steps whether or not somebody watches', async () => {
    const watched = await runSchedule(7, 999, { traced: true });
    const unwatched = await runSchedule(7, 999);
    expect(unwatched.calls).toBe(watched.calls);
  });
});

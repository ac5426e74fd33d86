import { describe, expect, it } from 'vitest';
import { createTimeline } from '../../../local/cost/timeline.ts';

const account = () => ({ cpuMicros: 0 });

describe('the timeline', () => {
  it('reaches moments in order, and equal ones in the order they were asked for', async () => {
    const timeline = createTimeline(0);
    const seen: string[] = [];
    for (const [time, name] of [
      [30, 'c'],
      [10, 'a'],
      [20, 'b1'],
      [20, 'b2'],
    ] as const) {
      timeline.at(time, () => seen.push(`${name} at ${timeline.now()}`));
    }

    await timeline.runUntil(25);

    expect(seen).toEqual(['a at 10', 'b1 at 20', 'b2 at 20']);
    expect(timeline.now()).toBe(25);
  });

  it('lets waits overlap, as calls do that are under way at once', async () => {
    const timeline = createTimeline(0);
    const waiter = account();
    const ended = Promise.all([300, 300, 200].map((ms) => timeline.wait(ms, waiter))).then(timeline.now);

    await timeline.runUntil(1000);

    expect(await ended).toBe(300);
  });

  it('stands still while something outside of it is under way', async () => {
    const timeline = createTimeline(0);
    const { promise, resolve } = Promise.withResolvers<void>();
    let later = false;
    timeline.at(10, () => void timeline.hold(promise));
    timeline.at(11, () => {
      later = true;
    });

    const running = timeline.runUntil(20);
    await new Promise((turn) => setImmediate(() => setImmediate(turn)));
    expect(later).toBe(false);
    resolve();
    await running;

    expect(later).toBe(true);
  });

  it('charges what runs to whom it runs for', async () => {
    const timeline = createTimeline(0);
    const [busy, idle] = [account(), account()];
    const spin = (): void => {
      const from = process.threadCpuUsage();
      while (process.threadCpuUsage(from).user < 20_000);
    };
    const both = Promise.all([timeline.wait(10, busy).then(spin), timeline.wait(10, idle)]);

    await timeline.runUntil(10);
    await both;

    expect(busy.cpuMicros).toBeGreaterThanOrEqual(20_000);
    expect(idle.cpuMicros).toBeLessThan(busy.cpuMicros);
  });

  it('ends a wait that is called off', async () => {
    const timeline = createTimeline(0);
    const over = new AbortController();
    const wait = timeline.wait(1000, account(), over.signal);

    over.abort(new Error('not needed any more'));

    await expect(wait).rejects.toThrow('not needed any more');
  });

  it('tells other clocks of each jump', async () => {
    const jumps: number[] = [];
    const timeline = createTimeline(0, (now) => jumps.push(now));
    for (const time of [5, 7]) timeline.at(time, () => {});

    await timeline.runUntil(10);

    expect(jumps).toEqual([5, 7]);
  });
});

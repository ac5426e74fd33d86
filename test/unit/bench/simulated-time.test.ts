import { describe, expect, it } from 'vitest';
import { createSimulatedTime, EndlessScheduleError } from '../../support/time/simulated-time.ts';

describe('simulated time', () => {
  it('reaches events in order, and equal ones in the order they were asked for', async () => {
    const time = createSimulatedTime(0);
    const seen: string[] = [];
    for (const [at, name] of [
      [30, 'c'],
      [10, 'a'],
      [20, 'b1'],
      [20, 'b2'],
    ] as const) {
      time.at(at, () => seen.push(`${name} at ${time.now()}`));
    }

    await time.runUntil(25);

    expect(seen).toEqual(['a at 10', 'b1 at 20', 'b2 at 20']);
    expect(time.now()).toBe(25);
  });

  it('lets sleeps overlap, as calls do that are under way at once', async () => {
    const time = createSimulatedTime(0);
    const ended = Promise.all([300, 300, 200].map((ms) => time.sleep(ms))).then(time.now);

    await time.runUntil(1000);

    expect(await ended).toBe(300);
  });

  it('runs no event before the promises of the last one have settled', async () => {
    const time = createSimulatedTime(0);
    const seen: string[] = [];
    time.at(10, async () => {
      for (let step = 0; step < 100; step += 1) await null;
      seen.push('first');
    });
    time.at(10, () => seen.push('second'));

    await time.runUntil(10);

    expect(seen).toEqual(['first', 'second']);
  });

  it('waits for a given `settle` after each event', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const time = createSimulatedTime(0, { settle: () => promise });
    const seen: string[] = [];
    for (const name of ['first', 'second']) time.at(10, () => seen.push(name));

    const running = time.runUntil(10);
    await null;
    expect(seen).toEqual(['first']);
    resolve();
    await running;

    expect(seen).toEqual(['first', 'second']);
  });

  it('ends a sleep that is aborted', async () => {
    const time = createSimulatedTime(0);
    const over = new AbortController();
    const sleep = time.sleep(1000, over.signal);

    over.abort(new Error('not needed any more'));

    await expect(sleep).rejects.toThrow('not needed any more');
    await expect(time.sleep(1000, over.signal)).rejects.toThrow('not needed any more');
  });

  it('stops an endless schedule', async () => {
    const time = createSimulatedTime(0, { mostEvents: 100 });
    const again = (): void => time.at(time.now(), again);
    again();

    await expect(time.runUntil(1)).rejects.toBeInstanceOf(EndlessScheduleError);
  });
});

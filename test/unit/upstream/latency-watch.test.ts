import { describe, expect, it } from 'vitest';
import { createLatencyWatch } from '../../../shared/domain/upstream/latency-watch.ts';

const minute = 60_000;

/** Notes so many answers at a rate, a second before `at` at the latest. */
function watch(...phases: readonly (readonly [rate: number, tookMs: number, answers?: number])[]) {
  const latency = createLatencyWatch();
  for (const [rate, tookMs, answers = 20] of phases) {
    for (let answer = 0; answer < answers; answer += 1) latency.note({ at: 0, rate, tookMs });
  }
  return latency;
}

describe('the watch over latency', () => {
  it('stops the growth where answers take three times as long as at half the rate', () => {
    const latency = watch([40, 200], [80, 700]);
    expect(latency.mostPerSecond(1_000)).toBe(64);
  });

  it('lets the rate grow again after a minute', () => {
    const latency = watch([40, 200], [80, 700]);
    expect(latency.mostPerSecond(minute)).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    ['answers take twice as long', watch([40, 200], [80, 400])],
    ['they are quick all the same', watch([40, 10], [80, 90])],
    ['too few were slow to tell', watch([40, 200], [80, 700, 9])],
    ['nothing is known of half the rate', watch([10, 200], [80, 700])],
    ['they were slow before, too', watch([40, 2_000], [80, 2_100])],
  ])('leaves the rate alone when %s', (_, latency) => {
    expect(latency.mostPerSecond(1_000)).toBe(Number.POSITIVE_INFINITY);
  });
});

/**
 * A quiet `run --once` while one answer in sixteen takes ten times as long, against waves of `Promise.all` with 16 calls:
 * there nearly every wave waits for a slow answer, and the other calls of the wave with it.
 */

import { measureQuietPairs } from '../machine/quiet-pairs.ts';
import { atLeast, type Bench, figure } from '../report/figure.ts';

const plan = { buyers: 1_000, signals: 500, latencyMs: 20, slow: { oneIn: 16, latencyMs: 200 } };

export const measure: Bench['measure'] = async (startProgress, effort) => {
  const pairs = await measureQuietPairs(plan, 'waves', startProgress, effort);
  const what = 'poll cycle with stragglers, times as fast as waves of Promise.all';
  const ratios = pairs.map(({ oursMs, loopMs }) => loopMs / oursMs);
  return { figures: [figure('poll-cycle/stragglers', what, '×', atLeast(1.8), ratios)] };
};

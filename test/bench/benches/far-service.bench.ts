/**
 * A quiet `run --once` while each answer takes 200 ms, as from a service far away, against the bare loop: what is in flight
 * decides how long it takes.
 */

import { measureQuietPairs } from '../machine/quiet-pairs.ts';
import { atMost, type Bench, figure } from '../report/figure.ts';

const plan = { buyers: 1_000, signals: 500, latencyMs: 200 };

export const measure: Bench['measure'] = async (startProgress, effort) => {
  const pairs = await measureQuietPairs(plan, 'pool', startProgress, effort);
  const what = 'run --once, 1,000 buyers, nothing new, answers after 200 ms, against the bare loop';
  const ratios = pairs.map(({ oursMs, loopMs }) => oursMs / loopMs);
  return { figures: [figure('far-service/quiet', what, '×', atMost(0.5), ratios)] };
};

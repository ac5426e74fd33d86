/**
 * How near to a limit that nobody told it of the limiter settles. Four clients over one shared table call as fast as they
 * may, in simulated time; the first minute does not count. The seeds differ in the latencies of the table and of the
 * service, and in how late timers are.
 */
import {
  limitKinds,
  type SimulatedCall,
  simulateCalls,
  tallyOf,
} from '../../support/time/simulated-calls.ts';
import { atLeast, atMost, type Bench, type Figure, figure } from '../report/figure.ts';
import { measureRounds } from '../report/rounds.ts';

/** `minutes` of simulated time: fewer where a minute has thousands of calls. */
const services = [
  { limit: 5, minutes: 3, callers: 8 },
  { limit: 20, minutes: 3, callers: 8 },
  { limit: 60, minutes: 3, callers: 8 },
  { limit: 500, minutes: 2, callers: 24 },
];
const minuteMs = 60_000;

export const measure: Bench['measure'] = async (startProgress, effort) => {
  const figures: Figure[] = [];
  for (const { limit, minutes, callers } of services) {
    let seed = 0;
    // The limiter does worst at this one of the three kinds of limit.
    const worst = await measureRounds(startProgress, `limit of ${limit}`, effort, async () => {
      seed += 1;
      const measured = [];
      for (const kind of limitKinds) {
        const durationMs = minutes * minuteMs;
        const calls = await simulateCalls({ kind, seed, callers, durationMs, perSecond: () => limit });
        measured.push(judge(calls, limit, minutes));
      }
      return {
        settled: Math.min(...measured.map(({ settled }) => settled)),
        refused: Math.max(...measured.map(({ refused }) => refused)),
        seconds: Math.max(...measured.map(({ seconds }) => seconds)),
      };
    });
    const each = (part: 'settled' | 'refused' | 'seconds') => worst.map((round) => round[part]);
    const of = `limiter at an unknown limit of ${limit} a second`;
    figures.push(
      figure(
        `limiter/settled-${limit}`,
        `${of}: share of it that is used`,
        '',
        atLeast(0.8),
        each('settled'),
      ),
      figure(`limiter/refused-${limit}`, `${of}: calls that are refused`, '%', atMost(1), each('refused')),
    );
    if (limit === 500) {
      const what = `${of}: seconds until 0.8 of it is used`;
      figures.push(figure('limiter/seconds-500', what, 's', atMost(8), each('seconds')));
    }
  }
  return { figures };
};

function judge(calls: readonly SimulatedCall[], limit: number, minutes: number) {
  const { servedPerSecond, refusedShare } = tallyOf(calls, minuteMs, minutes * minuteMs);
  const isThere = (second: number): boolean =>
    tallyOf(calls, second * 1_000, (second + 1) * 1_000).servedPerSecond >= 0.8 * limit;
  const there = Array.from({ length: 60 }, (_, second) => second).find(isThere);
  return {
    settled: servedPerSecond / limit,
    refused: 100 * refusedShare,
    seconds: (there ?? Number.POSITIVE_INFINITY) + 1,
  };
}

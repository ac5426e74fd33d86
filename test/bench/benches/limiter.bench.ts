/**
 * How near to a limit that nobody told it of the limiter settles. Four clients over one shared table call as fast as they
 * may, in simulated time, for two minutes, the first of which does not count. Seven seeds each: other latencies of
 * the table and of the service, and timers that are late.
 */
import { limitKinds } from '../../unit/upstream/rate-limits.ts';
import { type SimulatedCall, simulateCalls, tallyOf } from '../../unit/upstream/simulated-calls.ts';
import { type Figure, type Measured, runs, type StartProgress } from '../figure.ts';

const limits = [5, 20, 60, 500];
const minuteMs = 60_000;

export async function measure(startProgress: StartProgress): Promise<Measured> {
  const progress = startProgress('simulation', limits.length * limitKinds.length * runs);
  const figures: Figure[] = [];
  for (const limit of limits) {
    const worst = { settled: [] as number[], refused: [] as number[], seconds: [] as number[] };
    for (let seed = 1; seed <= runs; seed += 1) {
      const measured = [];
      for (const kind of limitKinds) {
        const calls = await simulateCalls({
          ...{ kind, seed, perSecond: () => limit, durationMs: 2 * minuteMs },
          callers: limit === 500 ? 24 : 8,
        });
        measured.push(judge(calls, limit));
        progress.step();
      }
      // Of the three kinds of limit, the one that the limiter does worst at.
      worst.settled.push(Math.min(...measured.map(({ settled }) => settled)));
      worst.refused.push(Math.max(...measured.map(({ refused }) => refused)));
      worst.seconds.push(Math.max(...measured.map(({ seconds }) => seconds)));
    }
    const of = `limiter at an unknown limit of ${limit} a second`;
    figures.push(
      figure(`settled-${limit}`, `${of}: share of it that is used`, '', 'at least', 0.85, worst.settled),
      figure(`refused-${limit}`, `${of}: calls that are refused`, '%', 'at most', 1, worst.refused),
    );
    if (limit === 500) {
      const what = `${of}: seconds until 0.85 of it is used`;
      figures.push(figure('seconds-500', what, 's', 'at most', 8, worst.seconds));
    }
  }
  progress.end();
  return { figures };
}

function judge(calls: readonly SimulatedCall[], limit: number) {
  const { servedPerSecond, refusedShare } = tallyOf(calls, minuteMs, 2 * minuteMs);
  const isThere = (second: number): boolean =>
    tallyOf(calls, second * 1_000, (second + 1) * 1_000).servedPerSecond >= 0.85 * limit;
  const there = Array.from({ length: 60 }, (_, second) => second).find(isThere);
  return {
    settled: servedPerSecond / limit,
    refused: 100 * refusedShare,
    seconds: (there ?? Number.POSITIVE_INFINITY) + 1,
  };
}

function figure(
  name: string,
  what: string,
  unit: string,
  is: 'at most' | 'at least',
  value: number,
  samples: readonly number[],
): Figure {
  return { id: `limiter/${name}`, what, unit, goal: { is, value }, samples };
}

/**
 * `npm run simulate -- --schedules 1000000 --seed 1 [--from 0] [--workers 2]`: runs that many schedules and
 * shows the progress. On a violation it prints the steps of the first one and exits with 1. `--from N` skips the first N,
 * for example those of an earlier run: the seed and the number determine a schedule completely. `--replay SEED:SCHEDULE
 * [--mutant NAME]` shows one schedule again. `--mutants` runs each mutant on the schedule that kills it, and `--mutants
 * --mutant NAME --schedules 5000` searches for a schedule that kills one.
 */
import { parseArgs } from 'node:util';
import { mostSchedules } from './find-kill.ts';
import { UnusableMutantError } from './load-mutated.ts';
import { findMutant, mutants } from './mutants.ts';
import { formatFailure, listMutants, replay } from './report.ts';
import { type FoundViolation, runOnWorkers, type Simulation } from './run-on-workers.ts';
import { runSchedule } from './run-schedule.ts';

const { values } = parseArgs({
  options: {
    schedules: { type: 'string' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    workers: { type: 'string', default: '2' },
    replay: { type: 'string' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
  },
});

const secondMs = 1_000;

function readCount(name: string, text: string, least: number): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= least) return count;
  throw new RangeError(`--${name} must be a whole number from ${least}, not ${JSON.stringify(text)}`);
}

async function simulate({ schedules, from, seed, workers }: Required<Simulation>): Promise<boolean> {
  const startedAt = Date.now();
  const violations: FoundViolation[] = [];
  let done = from;
  let calls = 0;
  const line = (): string => {
    const seconds = (Date.now() - startedAt) / secondMs;
    const rate = (done - from) / Math.max(seconds, 0.001);
    return `${done} of ${schedules} schedules, ${Math.round(rate)} a second, ${violations.length} violations`;
  };
  const progress = startProgress(line);
  await runOnWorkers({ schedules, from, seed, workers }, (news) => {
    if (news.kind === 'violated') {
      violations.push(news);
      // At once, so that nobody has to wait for the end of a million schedules.
      console.error(`${news.invariant} was violated, again by --replay ${seed}:${news.schedule}`);
    } else [done, calls] = [done + news.schedules, calls + news.calls];
  }).finally(progress.end);
  console.log(`seed ${seed}: ${line()}, ${calls} calls met their faults`);
  const [first] = violations.sort((a, b) => a.schedule - b.schedule);
  if (first === undefined) return true;
  console.log(formatFailure(seed, first.schedule, await runSchedule(seed, first.schedule, { traced: true })));
  const others = violations.slice(1, 20).map(({ schedule, invariant }) => `${seed}:${schedule} ${invariant}`);
  if (others.length > 0) console.log(`others: ${others.join(', ')}`);
  return false;
}

/** On a terminal one line that changes, in a pipe a line every half a minute. */
function startProgress(line: () => string): { end: () => void } {
  const { isTTY } = process.stderr;
  const show = (): void => void process.stderr.write(isTTY ? `\r${line()}   ` : `${line()}\n`);
  const timer = setInterval(show, isTTY ? secondMs : 30 * secondMs);
  return {
    end: () => {
      clearInterval(timer);
      if (isTTY) process.stderr.write('\r');
    },
  };
}

async function main(): Promise<boolean> {
  if (values.mutants) {
    return listMutants({
      names: (values.mutant === undefined ? mutants : [findMutant(values.mutant)]).map(({ name }) => name),
      most: readCount('schedules', values.schedules ?? String(mostSchedules), 1),
      workers: readCount('workers', values.workers, 1),
    });
  }
  if (values.replay !== undefined) {
    const [seed = '', schedule = ''] = values.replay.split(':');
    return replay(
      readCount('replay SEED', seed, 0),
      readCount('replay SCHEDULE', schedule, 0),
      values.mutant ?? null,
    );
  }
  return simulate({
    schedules: readCount('schedules', values.schedules ?? '2000', 1),
    from: readCount('from', values.from, 0),
    seed: readCount('seed', values.seed, 0),
    workers: readCount('workers', values.workers, 1),
  });
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  const isAsked = error instanceof RangeError || (error instanceof TypeError && 'code' in error);
  if (!isAsked && !(error instanceof UnusableMutantError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

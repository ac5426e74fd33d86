import { parseArgs } from 'node:util';
import { createProgress } from '../bench/report/progress.ts';
import { type KillReport, killRounds } from './kill-rounds.ts';

const usage = 'npm run kill-test -- [--rounds 200] [--seed NUMBER] [--power-cuts]';

/** Throws with the flag, what was found and the fix. */
function wholeNumber(flag: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least) return value;
  throw new TypeError(`${flag}: found ${JSON.stringify(text)}; give a whole number from ${least}`);
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      seed: { type: 'string' },
      'power-cuts': { type: 'boolean' },
    },
  });
  return {
    rounds: wholeNumber('--rounds', values.rounds ?? '200', 1),
    seed: wholeNumber('--seed', values.seed ?? String(Math.floor(Math.random() * 1e9)), 0),
    cutsPower: values['power-cuts'] === true,
  };
}

const faultsOf = (report: KillReport) => ({
  lost: report.lost,
  'double by webhook-id': report.doubled,
  'never made': report.unknown,
  problems: report.problems,
});

function tell(report: KillReport, seconds: number): void {
  const { kills, rounds, made, digests, requests, ambiguousResends, seed } = report;
  console.log(`${kills} kills in ${rounds} rounds, ${seconds.toFixed(0)} s, seed ${seed}`);
  console.log(`${made} signals made; ${digests} digests of two routes in ${requests} requests`);
  console.log(`${ambiguousResends} digests came again after they had been taken, with the same id and bytes`);
  for (const [what, found] of Object.entries(faultsOf(report))) {
    console.log(`${what}: ${found.length}`);
    for (const one of found.slice(0, 20)) console.log(`  ${one}`);
  }
}

async function main(): Promise<number> {
  let flags: ReturnType<typeof readFlags>;
  try {
    flags = readFlags();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return 2;
  }
  const { rounds, seed, cutsPower } = flags;
  console.error(`kill test: ${rounds} rounds, seed ${seed}`);
  const startedAt = performance.now();
  const progress = createProgress('round', rounds);
  const report = await killRounds({ rounds, seed, cutsPower, onRound: progress.step }).finally(progress.end);
  tell(report, (performance.now() - startedAt) / 1000);
  if (report.kills < rounds) console.error(`only ${report.kills} of ${rounds} rounds ended by a kill`);
  const faults = Object.values(faultsOf(report)).flat().length;
  return faults > 0 || report.kills < rounds ? 1 : 0;
}

process.exitCode = await main();

import type { StartProgress } from './figure.ts';

/** Measures one round after another and shows the progress. The first `warmUps` rounds are not kept. */
export async function measureRounds<Round>(
  startProgress: StartProgress,
  what: string,
  { runs, warmUps = 0 }: { readonly runs: number; readonly warmUps?: number },
  measureOne: () => Promise<Round>,
): Promise<Round[]> {
  const progress = startProgress(what, warmUps + runs);
  const rounds: Round[] = [];
  for (let round = 0; round < warmUps + runs; round += 1) {
    rounds.push(await measureOne());
    progress.step();
  }
  progress.end();
  return rounds.slice(warmUps);
}

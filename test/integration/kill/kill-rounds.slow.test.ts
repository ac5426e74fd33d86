import { expect, it } from 'vitest';
import { killRounds } from '../../kill/kill-rounds.ts';

/** Another seed kills at other moments: `SIGNALPOST_SEED=7 npx vitest run test/integration/kill`. */
const seed = Number(process.env.SIGNALPOST_SEED ?? 20261121);

it.each([
  ['is killed three times', false],
  ['loses its power three times', true],
])(`a pipeline that %s loses nothing and repeats nothing (seed ${seed})`, async (_, cutsPower) => {
  const report = await killRounds({ rounds: 3, seed, cutsPower });

  expect(report).toMatchObject({ kills: 3, lost: [], doubled: [], unknown: [], problems: [] });
  expect(report.made).toBeGreaterThan(100);
  expect(report.digests).toBeGreaterThan(0);
});

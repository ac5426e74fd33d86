import { expect, it } from 'vitest';
import { planRounds } from '../../kill/plan-rounds.ts';

it('plans the same rounds for the same seed, and others for another', () => {
  expect(planRounds(20, 5)).toEqual(planRounds(20, 5));
  expect(planRounds(20, 6)).not.toEqual(planRounds(20, 5));
});

it('reaches every program, every kind of moment and every kind of fault', () => {
  const rounds = planRounds(200, 1);

  expect(new Set(rounds.map(({ program }) => program))).toEqual(new Set(['fast', 'run', 'once']));
  expect(new Set(rounds.map(({ moment }) => moment.kind))).toEqual(
    new Set(['starting', 'working', 'delivering']),
  );
  expect(new Set(rounds.map(({ upstreamFault }) => upstreamFault?.kind))).toEqual(
    new Set([undefined, 'status', 'cut', 'garbage']),
  );
});

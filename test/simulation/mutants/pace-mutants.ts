import type { Mutant } from './mutant.ts';

/** Of a route that gathers. */
export const paceMutants: readonly Mutant[] = [
  {
    name: 'gathers-nothing',
    killedAt: { seed: 1, schedule: 417 },
    source: [
      {
        file: 'shared/domain/routes/delay.ts',
        from: 'return until > now && isPast(round.at, now) ? until : null;',
        to: 'return until < 0 ? until : null;',
      },
    ],
  },
  {
    name: 'a-hot-signal-opens-no-round',
    killedAt: { seed: 1, schedule: 333 },
    source: [
      {
        file: 'shared/domain/routes/delay.ts',
        from: 'gatheredAt === null || signal.hot || signal.released',
        to: 'gatheredAt === null || signal.released',
      },
    ],
  },
  {
    name: 'a-freeze-does-not-ask-for-the-route',
    killedAt: { seed: 1, schedule: 89 },
    source: [
      {
        file: 'shared/ledger/routes/routes.ts',
        from: 'add: { ver: 1 }, condition: unchangedSince(ver) };',
        to: 'add: { ver: 1 } };',
      },
    ],
  },
];

import type { Mutant } from './mutant.ts';

/** Of a route that gathers. */
export const paceMutants: readonly Mutant[] = [
  {
    name: 'gathers-nothing',
    killedAt: '1:417',
    file: 'shared/domain/routes/delay.ts',
    from: 'return until > now && isPast(round.at, now) ? until : null;',
    to: 'return until < 0 ? until : null;',
  },
  {
    name: 'a-hot-signal-opens-no-round',
    killedAt: '1:333',
    file: 'shared/domain/routes/delay.ts',
    from: 'gatheredAt === null || signal.hot || signal.released',
    to: 'gatheredAt === null || signal.released',
  },
  {
    name: 'a-freeze-does-not-ask-for-the-route',
    killedAt: '1:89',
    file: 'shared/ledger/routes/routes.ts',
    from: 'add: { ver: 1 }, condition: unchangedSince(ver) };',
    to: 'add: { ver: 1 } };',
  },
];

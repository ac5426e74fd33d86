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
    name: 'a-message-forgets-the-ones-before-it',
    killedAt: '3:2513',
    file: 'shared/domain/routes/round.ts',
    from: 'if (last !== null && isOpen(last, now)) return last;\n',
    to: '',
  },
  {
    name: 'asks-for-no-hot-signal',
    killedAt: '3:1277',
    file: 'functions/ask-to-compose.ts',
    from: "await queue('compose').send([{ immediate: true }]);",
    to: '',
  },
  {
    name: 'a-freeze-does-not-ask-for-the-route',
    killedAt: '1:89',
    file: 'shared/ledger/routes/routes.ts',
    from: 'add: { ver: 1 }, condition: unchangedSince(ver) };',
    to: 'add: { ver: 1 } };',
  },
];

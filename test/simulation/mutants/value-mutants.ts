import type { Mutant } from './mutant.ts';

/** Signals whose routes depend on values that are still being computed. */
export const valueMutants: readonly Mutant[] = [
  {
    name: 'undecided-signal-is-sent-at-once',
    killedAt: { seed: 1, schedule: 617 },
    source: [
      {
        file: 'shared/domain/signals/outbox.ts',
        from: 'return entry.undecided !== true && (!entry.hot || isDecided(summary));',
        to: 'return entry.undecided === true || !entry.hot || isDecided(summary);',
      },
    ],
  },
  {
    name: 'settled-signal-is-left-without-a-route',
    killedAt: { seed: 1, schedule: 143 },
    source: [
      {
        file: 'shared/domain/signals/settle.ts',
        from: 'isLeft ? [] : chooseRoutes(routing, candidate)',
        to: 'isLeft ? [] : chooseRoutes(routing, candidate).slice(0, 0)',
      },
    ],
  },
  {
    name: 'settled-signal-goes-to-two-routes',
    killedAt: { seed: 1, schedule: 651 },
    source: [
      {
        file: 'shared/ledger/signals/undecided.ts',
        from: '...withdrawn.map(',
        to: '...withdrawn.slice(1).map(',
      },
    ],
  },
  {
    name: 'values-are-not-read-again',
    killedAt: { seed: 1, schedule: 651 },
    source: [
      {
        file: 'functions/compose-digests/sweep-due.ts',
        from: 'due.values.map(',
        to: 'due.values.slice(0, 0).map(',
      },
    ],
  },
  {
    name: 'values-are-read-once',
    killedAt: { seed: 1, schedule: 651 },
    source: [
      {
        file: 'functions/poll-signals/read-values.ts',
        from: 'Math.min(...waiting.map((signal) => nextReadingAt(signal, now)))',
        to: 'Math.max(...waiting.map((signal) => signal.until))',
      },
    ],
  },
];

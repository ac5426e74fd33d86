import type { Mutant } from './mutant.ts';

/** Signals whose routes depend on values that are still being computed. */
export const valueMutants: readonly Mutant[] = [
  {
    name: 'awaited-signal-is-sent-at-once',
    killedAt: { seed: 1, schedule: 1 },
    source: [
      {
        file: 'functions/poll-signals/describe-new.ts',
        from: 'until > now ? takers.filter(({ isUndecided }) => !isUndecided) : takers',
        to: 'takers',
      },
    ],
  },
  {
    name: 'awaited-signal-is-settled-before-its-value',
    killedAt: { seed: 1, schedule: 13 },
    source: [
      {
        file: 'functions/poll-signals/read-values.ts',
        from: 'if (listed !== null && takers.some(({ isUndecided }) => isUndecided)) return false;',
        to: '',
      },
    ],
  },
  {
    name: 'settled-signal-goes-to-nobody',
    killedAt: { seed: 1, schedule: 1 },
    source: [
      {
        file: 'shared/ledger/signals/awaited.ts',
        from: '...outboxItems(signal, signal.routeIds).map(',
        to: '...outboxItems(signal, signal.routeIds.slice(1)).map(',
      },
    ],
  },
  {
    name: 'signal-is-settled-twice',
    killedAt: { seed: 1, schedule: 13 },
    source: [
      {
        file: 'functions/poll-signals/read-values.ts',
        from: '.filter((id) => !before.routeIds.includes(id))',
        to: '',
      },
    ],
  },
  {
    name: 'values-are-not-read-again',
    killedAt: { seed: 1, schedule: 1 },
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
    killedAt: { seed: 1, schedule: 105 },
    source: [
      {
        file: 'functions/poll-signals/read-values.ts',
        from: 'Math.min(...awaited.map((signal) => nextReadingAt(signal, now)))',
        to: 'Math.max(...awaited.map((signal) => signal.until))',
      },
    ],
  },
];

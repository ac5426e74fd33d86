import type { Mutant } from './mutant.ts';

/** Signals whose routes depend on values that are still being computed. */
export const valueMutants: readonly Mutant[] = [
  {
    name: 'awaited-signal-is-sent-at-once',
    killedAt: '1:1',
    file: 'functions/poll-signals/describe-new.ts',
    from: 'until > now ? takers.filter(({ isUndecided }) => !isUndecided) : takers',
    to: 'takers',
  },
  {
    name: 'awaited-signal-is-settled-before-its-value',
    killedAt: '1:13',
    file: 'functions/poll-signals/read-values.ts',
    from: 'if (listed !== null && takers.some(({ isUndecided }) => isUndecided)) return false;',
    to: '',
  },
  {
    name: 'settled-signal-goes-to-nobody',
    killedAt: '1:1',
    file: 'shared/ledger/signals/awaited.ts',
    from: '...outboxItems(signal, signal.routeIds).map(',
    to: '...outboxItems(signal, signal.routeIds.slice(1)).map(',
  },
  {
    name: 'signal-is-settled-twice',
    killedAt: '1:13',
    file: 'functions/poll-signals/read-values.ts',
    from: '.filter((id) => !before.routeIds.includes(id))',
    to: '',
  },
  {
    name: 'values-are-not-read-again',
    killedAt: '1:1',
    file: 'functions/compose-digests/sweep-due.ts',
    from: 'due.values.map(',
    to: 'due.values.slice(0, 0).map(',
  },
  {
    name: 'values-are-read-once',
    killedAt: '1:105',
    file: 'functions/poll-signals/read-values.ts',
    from: 'Math.min(...awaited.map((signal) => nextReadingAt(signal, now)))',
    to: 'Math.max(...awaited.map((signal) => signal.until))',
  },
];

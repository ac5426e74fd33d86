import type { Mutant } from '../parts/mutant.ts';

/** Signals whose routes depend on values that are still being computed. */
export const valueMutants: readonly Mutant[] = [
  {
    name: 'awaited-signal-is-sent-at-once',
    killedAt: '1:1',
    file: 'functions/poll-signals/describe-new.ts',
    from: 'waits ? takers.filter(({ isUndecided }) => !isUndecided) : takers',
    to: 'takers',
  },
  {
    name: 'awaited-signal-is-settled-before-its-value',
    killedAt: '1:27',
    file: 'functions/poll-signals/read-values.ts',
    from: 'if (listed !== null && takers.some(({ isUndecided }) => isUndecided)) return false;',
    to: '',
  },
  {
    name: 'signal-is-settled-twice',
    killedAt: '1:59',
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
];

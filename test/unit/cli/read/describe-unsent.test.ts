import { expect, it } from 'vitest';
import { describeAwaited } from '../../../../cli/read/describe-unsent.ts';

it.each([
  [{ signals: 0, columns: [], until: null }, null],
  [
    { signals: 1, columns: ['Match Score'], until: Date.UTC(2026, 10, 21, 8) },
    '1 signal waits for "Match Score" to be computed, until 2026-11-21 08:00 UTC at most',
  ],
  [
    { signals: 2, columns: ['Budget', 'Stage'], until: null },
    '2 signals wait for "Budget", "Stage" to be computed',
  ],
])('signals that wait for values are told: %j', (awaited, sentence) => {
  expect(describeAwaited(awaited)).toBe(sentence);
});

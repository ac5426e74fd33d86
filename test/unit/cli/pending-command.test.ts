import { expect, it } from 'vitest';
import { type PendingRow, tellPending } from '../../../cli/look/pending-command.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const digest: PendingRow['digests'][number] = {
  ...{ routeId: 'sales', slot: '2026-11-21T12:00:00.000Z', part: 1, digestId: 'msg_1' },
  ...{ state: 'FROZEN', heartbeat: false, signals: 2, attempts: 1, reason: 'answered 503' },
  destinationType: 'slack',
  ...{ frozenAt: '2026-11-21T12:00:00.000Z', nextAttemptAt: '2026-11-21T12:00:00.000Z', resentAt: null },
};
const nothing = {
  ...{ waiting: 0, hot: 0, oldestAt: null, awaitingSummary: 0, awaitingUntil: null },
  ...{ held: 0, muted: [] },
};

it.each([
  ['of signals', {}, '2 signals'],
  ['of a heartbeat', { heartbeat: true, signals: 0 }, 'heartbeat'],
  ["of a bot's message whose signals are all in its thread", { signals: 0 }, 'message above a thread'],
])('pending names the content %s', (_, change, content) => {
  const digests = [{ ...digest, ...change }];
  const row = { routeId: 'sales', inConfig: true, state: 'ENABLED' as const, signals: nothing, digests };

  expect(tellPending([row], { signals: 0, until: null }, now)).toEqual([
    'sales',
    `  msg_1  waiting, ${content}, 1 attempt, next attempt due, answered 503`,
  ]);
});

it('pending says how many signals wait for a value', () => {
  expect(tellPending([], { signals: 2, until: '2026-11-21T12:10:00.000Z' }, now)).toEqual([
    '2 signals may wait for a value that decides on further routes until 2026-11-21 12:10 UTC at most',
  ]);
});

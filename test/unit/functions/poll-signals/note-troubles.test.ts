import { expect, it } from 'vitest';
import { HttpStatusError, TransportError } from '../../../../shared/domain/errors.ts';
import { buyerA } from '../../../support/examples/example-signals.ts';
import { benchNow } from '../../../support/functions/open-functions.ts';
import {
  type ListOf,
  listed,
  liveBuyer,
  openPolling,
  pagesOf,
} from '../../../support/functions/open-polling.ts';

const hour = 3_600_000;
const cut = new TransportError('CONNECTION_FAILED', 'the connection was cut');
const moving: ListOf = (_, before) => [{ totalItems: 9, result: [listed(before + 1)] }];

async function troublesOf(listOf: ListOf, buyer = {}, request = {}) {
  const { poll, setBuyer, ledger } = openPolling(listOf);
  await setBuyer({ ...liveBuyer, ...buyer });
  await ledger.upstream.noteShown({ shownAt: benchNow - 1, shownBuyer: 'other', itemAt: 0 }, benchNow - 1);
  await poll(request);
  return ledger.troubles.list(null);
}

it('a list that can not be read, or is denied, is noted with its buyer, but none that rests after a refusal', async () => {
  expect(await troublesOf(() => [cut])).toMatchObject([
    { kind: 'poll-failed', about: `buyer ${buyerA}`, problem: expect.stringContaining('cut') },
  ]);
  const refused = () => [new HttpStatusError(403, 'refused')];
  expect(await troublesOf(refused)).toMatchObject([{ kind: 'poll-failed', problem: 'refused (status 403)' }]);
  const deniedBefore = { deniedAt: benchNow - hour, lastCompleteAt: benchNow - 2 * hour };
  expect(await troublesOf(refused, deniedBefore)).toEqual([]);
  expect(await troublesOf(() => [cut], {}, { dryRun: true })).toEqual([]);
});

it('an inconsistent list is noted once it has been for an hour', async () => {
  const failingFor = (ms: number) => ({ failingSince: benchNow - ms });
  expect(await troublesOf(moving, failingFor(hour - 1))).toEqual([]);
  expect(await troublesOf(moving, failingFor(hour))).toMatchObject([
    { kind: 'list-inconsistent', about: `buyer ${buyerA}` },
  ]);
  expect(await troublesOf(moving, failingFor(hour), { dryRun: true })).toEqual([]);
});

it.each([
  [90_000, "it is 90 s behind the service's"],
  [-90_000, "it is 90 s ahead of the service's"],
  [60_000, null],
  [-60_000, null],
])('a clock is noted that differs from the service by %i ms: %s', async (offMs, problem) => {
  const page = { totalItems: 1, result: [listed(1)], servedAt: benchNow + offMs };
  const troubles = await troublesOf(() => [page]);
  expect(troubles.map((one) => one.problem)).toEqual(problem === null ? [] : [problem]);
});

it('a hot column is noted as seen if a recorded signal has a value in it', async () => {
  const hot = { topByHotness: 0, columns: ['Match Score', 'Budget'].map((name) => ({ name, atLeast: 80 })) };
  const rows = [listed(1, { columns: { 'Match Score': 20, Budget: null } })];
  const { poll, ledger } = openPolling(() => pagesOf(rows), { hot });
  await poll();
  expect(await ledger.columns.readColumnSeen('Match Score')).toBe(benchNow);
  expect(await ledger.columns.readColumnSeen('Budget')).toBeNull();
});

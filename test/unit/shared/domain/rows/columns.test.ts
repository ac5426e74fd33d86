import { expect, it } from 'vitest';
import type { ColumnInfo } from '../../../../../shared/domain/rows/columns.ts';
import { bridgeId } from '../../../../support/examples/example-signals.ts';
import { now, openLedger } from '../../../../support/ledger/open-ledger.ts';

const hour = 3_600_000;
const key = { pk: `C#${bridgeId}`, sk: 'META' };
const stage: ColumnInfo = {
  name: 'Stage',
  format: 'enumeration',
  currency: null,
  labels: { RFP_OPEN_2: 'Open' },
  analysed: false,
  internal: false,
};

it('columns are read as they were saved, by the id of their bridge in whatever letters', async () => {
  const { ledger } = openLedger();
  expect(await ledger.columns.read(bridgeId)).toBeUndefined();

  await ledger.columns.save(bridgeId.toUpperCase(), [stage]);

  expect(await ledger.columns.read(bridgeId)).toEqual([stage]);
});

it.each(['{', '{}', '[null]', '[{"name":1,"labels":{}}]', '[{"name":"City"}]'])(
  'damaged columns, as %s, read as unknown',
  async (text) => {
    const { ledger, table } = openLedger();
    await table.put({ ...key, text, v: 1 });
    expect(await ledger.columns.read(bridgeId)).toBeUndefined();
  },
);

it('columns are asked for by one of two at once, and by nobody for an hour', async () => {
  const { ledger, table } = openLedger();

  expect(
    await Promise.all([ledger.columns.beginLearning(bridgeId), ledger.columns.beginLearning(bridgeId)]),
  ).toEqual([true, false]);
  expect(await ledger.columns.beginLearning(bridgeId)).toBe(false);
  await table.update({ key, set: { askedAt: now - hour } });
  expect(await ledger.columns.beginLearning(bridgeId)).toBe(true);
});

it.each([
  ['a day ago', now - 24 * hour, true],
  ['less than a day ago', now - 24 * hour + 1, false],
  ['by a clock that was a day ahead', now + 24 * hour, true],
])('columns that were learned %s: asked for again is %s', async (_, learnedAt, expected) => {
  const { ledger, table } = openLedger();
  await ledger.columns.save(bridgeId, [stage]);
  await table.update({ key, set: { learnedAt, askedAt: now - 2 * hour } });

  expect(await ledger.columns.beginLearning(bridgeId)).toBe(expected);
  expect(await ledger.columns.read(bridgeId)).toEqual([stage]);
});

it('columns expire 60 days after somebody last asked for them', async () => {
  const { ledger, item } = openLedger();
  await ledger.columns.beginLearning(bridgeId);
  expect(await item(key)).toMatchObject({ expiresAt: now / 1000 + 60 * 86_400 });
});

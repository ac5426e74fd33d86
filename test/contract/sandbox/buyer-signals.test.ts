import { expect, test } from 'vitest';
import { createSandboxCalls, day, namesOf, start } from './sandbox-calls.ts';

const iso = (ms: number) => new Date(ms).toISOString();

test('Date goes by the signal date, Hotness by the score, which stays hidden; ties by the row id', async () => {
  const calls = createSandboxCalls();
  const buyerId = calls.buyerId();
  for (const [name, age, hotness] of [
    ['middle', 5, 0.1],
    ['newest', 1, 0.5],
    ['oldest', 20, 0.9],
  ] as const) {
    await calls.add({ buyerId, name, signalDate: iso(start - age * day), hotness });
  }
  const other = calls.buyerId(1);
  await calls.add({ buyerId: other, count: 8, hotness: 0.5, signalDate: iso(start) });

  const { body: byDate } = await calls.signals(`buyerId=${buyerId}`);
  const { body: byHotness } = await calls.signals(`buyerId=${buyerId}&sort=Hotness`);

  expect(namesOf(byDate)).toEqual(['newest', 'middle', 'oldest']);
  expect(namesOf(byHotness)).toEqual(['oldest', 'newest', 'middle']);
  expect(JSON.stringify(byHotness)).not.toMatch(/hotness|signalDate|arrivedAt/i);
  for (const sort of ['Date', 'Hotness']) {
    const { body } = await calls.signals(`buyerId=${other}&sort=${sort}`);
    const ids = body.result.map(({ row }) => row.rowId);
    expect(ids).toEqual([...ids].sort());
  }
});

test('only New is listed unless a status is given, repeated or joined by commas', async () => {
  const calls = createSandboxCalls();
  const buyerId = calls.buyerId();
  for (const status of ['New', 'Actioned', 'Saved', 'Attending', 'Sponsoring', 'NotInterested']) {
    await calls.add({ buyerId, status, name: status });
  }
  const listed = async (query: string) =>
    namesOf((await calls.signals(`buyerId=${buyerId}&${query}`)).body).sort();

  expect(await listed('')).toEqual(['New']);
  expect(await listed('status=Saved')).toEqual(['Saved']);
  expect(await listed('status=Saved&status=Actioned')).toEqual(['Actioned', 'Saved']);
  expect(await listed('status=New,Sponsoring&status=Attending')).toEqual(['Attending', 'New', 'Sponsoring']);
});

test('filter types and bridges limit the list, and both together', async () => {
  const calls = createSandboxCalls();
  const buyerId = calls.buyerId();
  for (const filterType of ['RFP', 'Meeting', 'Purchase']) {
    await calls.add({ buyerId, name: filterType, bridgeId: calls.bridgeOf(filterType).bridgeId });
  }
  const [rfp, meeting] = [calls.bridgeOf('RFP').bridgeId, calls.bridgeOf('Meeting').bridgeId];
  const listed = async (query: string) =>
    namesOf((await calls.signals(`buyerId=${buyerId}&${query}`)).body).sort();

  expect(await listed('filterType=RFP')).toEqual(['RFP']);
  expect(await listed('filterType=RFP&filterType=Purchase')).toEqual(['Purchase', 'RFP']);
  expect(await listed(`triggerIds=${rfp}&triggerIds=${meeting}`)).toEqual(['Meeting', 'RFP']);
  expect(await listed(`triggerIds=${rfp},${meeting}`)).toEqual(['Meeting', 'RFP']);
  expect(await listed(`triggerIds=${rfp},${meeting}&filterType=Meeting`)).toEqual(['Meeting']);
  expect(await listed('filterType=SequenceBuyer')).toEqual([]);
  expect(await listed('triggerIds=00000000-0000-4000-8000-000000000000')).toEqual([]);
});

// The clock stands at 31 March 2026, 12:00: one month back is the end of February.
test.each([
  ['', '2026-02-28T12:00:00Z'],
  ['LastOneDay', '2026-03-30T12:00:00Z'],
  ['LastSevenDays', '2026-03-24T12:00:00Z'],
  ['LastThirtyDays', '2026-03-01T12:00:00Z'],
  ['LastSixtyDays', '2026-01-30T12:00:00Z'],
  ['LastOneMonths', '2026-02-28T12:00:00Z'],
  ['LastTwoMonths', '2026-01-31T12:00:00Z'],
  ['LastThreeMonths', '2025-12-31T12:00:00Z'],
  ['LastSixMonths', '2025-09-30T12:00:00Z'],
  ['LastNineMonths', '2025-06-30T12:00:00Z'],
  ['LastYear', '2025-03-31T12:00:00Z'],
  ['LastTwoYears', '2024-03-31T12:00:00Z'],
])('the period %j begins with %s', async (period, bound) => {
  const calls = createSandboxCalls();
  const buyerId = calls.buyerId();
  await calls.add({ buyerId, name: 'inside', signalDate: bound });
  await calls.add({ buyerId, name: 'outside', signalDate: iso(Date.parse(bound) - 1) });

  const { body } = await calls.signals(`buyerId=${buyerId}${period && `&relativeDatePeriodFrom=${period}`}`);

  expect(namesOf(body)).toEqual(['inside']);
});

test('a signal brings its bridge with all columns, and its row as it was wished for', async () => {
  const calls = createSandboxCalls();
  const { bridgeId, columns } = calls.bridgeOf('Meeting');
  const wish = { buyerId: calls.buyerId(3), bridgeId, name: 'Special session' };
  const [added] = await calls.add({
    ...wish,
    columns: { 'Match Score': 91, Buyer: 'Somewhere', Minutes: null },
  });

  const { body } = await calls.signals(`buyerId=${wish.buyerId}`);
  const [signal] = body.result;

  expect(signal?.bridge).toMatchObject({ bridgeId, name: 'Board meetings' });
  expect(signal?.bridge.columns).toHaveLength(columns.length);
  expect(signal?.row).toMatchObject({ ...wish, rowId: added?.rowId, updatedAt: iso(start) });
  // A cell is wrapped if the service computed it.
  const score = { value: 91, status: 'Processed' };
  expect(signal?.row.columns).toMatchObject({ Buyer: 'Somewhere', 'Match Score': score, Minutes: null });
  expect(Object.keys(signal?.row ?? {}).sort()).toEqual(
    ['bridgeId', 'buyerId', 'columns', 'entity', 'name', 'organizerId', 'rowId', 'updatedAt'].sort(),
  );
});

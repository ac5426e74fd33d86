import { beforeAll, expect, test } from 'vitest';
import { type BridgeRow, cellValue } from '../../../shared/bridge-api/index.ts';
import { createSandboxCalls, day, type SandboxCalls, start } from './sandbox-calls.ts';

let calls: SandboxCalls;
let bridgeId: string;
let all: readonly BridgeRow[];

beforeAll(async () => {
  calls = createSandboxCalls({ signals: 500 });
  bridgeId = calls.bridgeOf('RFP').bridgeId;
  all = (await calls.rows(bridgeId, {}, '?pageSize=100')).body.result;
  expect(all.length).toBeGreaterThan(40);
});

const filter = (...terms: readonly unknown[]) =>
  calls.rows(bridgeId, { filters: { terms } }, '?pageSize=100');
const column = (name: string) => calls.columnId('RFP', name);
const idsOf = (rows: readonly BridgeRow[]) => rows.map(({ rowId }) => rowId).sort();
const cell = (row: BridgeRow, name: string) => cellValue(row.columns[name]);

const listed = (value: unknown) => value as string[];
const kinds = ['Utilities', 'Facilities'];

// Each expectation is worked out from the rows themselves, so it cannot repeat a mistake of the filter.
test.each<[column: string, operation: string, value: unknown, fits: (value: unknown) => boolean]>([
  ['Category', 'Equals', 'Technology', (value) => value === 'Technology'],
  ['Category', 'DoesNotEqual', 'Technology', (value) => value !== 'Technology'],
  ['Category', 'Any', kinds, (value) => kinds.includes(String(value))],
  ['Category', 'None', kinds, (value) => !kinds.includes(String(value))],
  ['Estimated Value', 'IsEmpty', null, (value) => value === null],
  ['Has Addenda', 'Equals', true, (value) => value === true],
  ['Has Addenda', 'DoesNotEqual', true, (value) => value !== true],
  ['Requirements', 'Equals', 'SOC 2', (value) => listed(value).includes('SOC 2')],
  ['Requirements', 'IsEmpty', undefined, (value) => listed(value).length === 0],
  ['Incumbent Vendors', 'IsNotEmpty', undefined, (value) => value !== null],
])('%s %s %j', async (name, operation, value, fits) => {
  const expected = all.filter((row) => fits(cell(row, name)));

  const { body } = await filter({ field: column(name), operation, value });

  expect(idsOf(body.result)).toEqual(idsOf(expected));
  // A case that takes all or nothing would prove little.
  expect(body.totalItems).toBeGreaterThan(0);
  expect(body.totalItems).toBeLessThan(all.length);
});

test('the fields of an entry can be filtered by, also those that rows do not show, and every term must hold', async () => {
  const own = createSandboxCalls();
  const { bridgeId } = own.bridgeOf('Meeting');
  const at = (age: number) => new Date(start - age * day).toISOString();
  await own.add({ bridgeId, name: 'saved', status: 'Saved', signalDate: at(10), buyerId: own.buyerId(1) });
  await own.add({ bridgeId, name: 'new', signalDate: at(2), buyerId: own.buyerId(2) });
  const named = async (...terms: object[]) => {
    const { body } = await own.rows(bridgeId, { filters: { terms } });
    return body.result.map(({ name }) => name).sort();
  };
  const equals = (field: string, value: string) => ({ field, operation: 'Equals', value });
  const [, tender] = all;

  expect(await named(equals('entryName', 'new'))).toEqual(['new']);
  expect(await named(equals('buyerId', own.buyerId(1)))).toEqual(['saved']);
  expect(await named(equals('status', 'Saved'))).toEqual(['saved']);
  expect(await named(equals('triggeredAt', at(2)))).toEqual(['new']);
  expect(await named(equals('status', 'Saved'), equals('triggeredAt', at(2)))).toEqual([]);
  const { body } = await filter(equals('opportunityId', tender?.entity?.id ?? ''));
  expect(idsOf(body.result)).toEqual(idsOf(all.filter(({ entity }) => entity?.id === tender?.entity?.id)));
});

const sorted = async (...sorts: readonly unknown[]) =>
  (await calls.rows(bridgeId, { sorts }, '?pageSize=100')).body.result;
const wordsOf = (row: BridgeRow) => JSON.stringify([row.name, Object.values(row.columns).map(cellValue)]);
const ascending = (one: unknown, other: unknown) => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return (one as string | number) < (other as string | number) ? -1 : 1;
};

test.each(['Pages', 'Category', 'Due Date', 'Estimated Value', 'Match Score', 'Has Addenda'])(
  'rows go by the column %s, empty ones first, and DESC turns them round',
  async (name) => {
    const values = all.map((row) => cellValue(row.columns[name]));

    const up = await sorted({ column: column(name), direction: 'ASC' });
    const down = await sorted({ column: column(name), direction: 'DESC' });
    const unsaid = await sorted({ column: column(name) });

    expect(up.map((row) => cellValue(row.columns[name]))).toEqual([...values].sort(ascending));
    expect(down).toEqual([...up].reverse());
    expect(unsaid).toEqual(up);
  },
);

test('entryName sorts by what the row shows, and a column that comes again changes nothing', async () => {
  const names = all.map(({ name }) => String(name)).sort();

  const rows = await sorted({ column: 'entryName' }, { column: 'entryName', direction: 'DESC' });

  expect(rows.map(({ name }) => String(name))).toEqual(names);
});

test('triggeredAt sorts by the signal date, and rowUpdatedAt by what arrived last', async () => {
  const own = createSandboxCalls();
  const meetings = own.bridgeOf('Meeting').bridgeId;
  await own.add({ bridgeId: meetings, name: 'late', signalDate: new Date(start).toISOString() });
  own.clock.now += day;
  await own.add({ bridgeId: meetings, name: 'early', signalDate: new Date(start - day).toISOString() });
  const named = async (name: string) =>
    (await own.rows(meetings, { sorts: [{ column: name, direction: 'DESC' }] })).body.result.map(
      (row) => row.name,
    );

  expect(await named('triggeredAt')).toEqual(['late', 'early']);
  expect(await named('rowUpdatedAt')).toEqual(['early', 'late']);
});

test('a second term orders what the first leaves equal', async () => {
  const rows = await sorted({ column: column('Category'), direction: 'DESC' }, { column: column('Pages') });

  const key = ({ columns }: BridgeRow) => [columns.Category, columns.Pages];
  const expected = all
    .map(key)
    .sort((one, other) => -ascending(one[0], other[0]) || ascending(one[1], other[1]));
  expect(rows.map(key)).toEqual(expected);
});

test.each<[string, () => string]>([
  ['a display name', () => 'Match Score'],
  ['a key', () => 'match_score'],
  ['a prefixed reference', () => `column:${column('Match Score')}`],
  ['a basis reference', () => `${column('Decision Makers')}$basis:email`],
  ['a column of another bridge', () => calls.columnId('Meeting', 'Match Score')],
])('a sort by %s is not mapped', async (_what, name) => {
  const { status, body } = await calls.rows(bridgeId, { sorts: [{ column: name() }] });

  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('is not mapped');
});

test('a search finds the rows that hold every word, in any case, without accents and punctuation', async () => {
  const found = async (query: string) =>
    idsOf((await calls.rows(bridgeId, { query }, '?pageSize=100')).body.result);
  const holding = (...words: readonly RegExp[]) =>
    idsOf(all.filter((row) => words.every((word) => word.test(wordsOf(row)))));

  expect(holding(/\broof\b/i).length).toBeGreaterThan(0);
  expect(await found('roof')).toEqual(holding(/\broof\b/i));
  expect(await found('REPLACEMENT  roof ')).toEqual(holding(/\broof\b/i, /\breplacement\b/i));
  expect(await found('*** equipement !')).toEqual(holding(/équipement/i));
  for (const none of ['', '  ', '***']) expect(await found(none)).toEqual(idsOf(all));
});

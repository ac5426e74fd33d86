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

test.each<[field: string, read: (row: BridgeRow | undefined) => unknown]>([
  ['buyerId', (row) => row?.buyerId],
  ['opportunityId', (row) => row?.entity?.id],
  ['entryName', (row) => row?.name],
])('rows can be filtered by %s', async (field, read) => {
  const wanted = read(all[0]);

  const { body } = await filter({ field, operation: 'Any', value: [wanted] });

  expect(idsOf(body.result)).toEqual(idsOf(all.filter((row) => read(row) === wanted)));
});

test('status and signal date, which rows do not show, can be filtered by, and every term must hold', async () => {
  const own = createSandboxCalls();
  const meetings = own.bridgeOf('Meeting').bridgeId;
  const at = (age: number) => new Date(start - age * day).toISOString();
  await own.add({ bridgeId: meetings, name: 'saved', status: 'Saved', signalDate: at(10) });
  await own.add({ bridgeId: meetings, name: 'new', signalDate: at(2) });
  const named = async (...terms: object[]) => {
    const { body } = await own.rows(meetings, { filters: { terms } });
    return body.result.map(({ name }) => name).sort();
  };
  const saved = { field: 'status', operation: 'Equals', value: 'Saved' };

  expect(await named(saved)).toEqual(['saved']);
  expect(await named({ field: 'triggeredAt', operation: 'Equals', value: at(2) })).toEqual(['new']);
  expect(await named(saved, { field: 'triggeredAt', operation: 'Equals', value: at(2) })).toEqual([]);
});

// `npm run test:api` sends other fields, operations and types; it does not notice when one of these is taken.
test.each<[string, () => unknown]>([
  ['a name', () => ({ field: 'Category', operation: 'Equals', value: 'x' })],
  ['a word every object knows', () => ({ field: 'constructor', operation: 'Equals', value: 'x' })],
  ['a list for a primitive', () => ({ field: column('Category'), operation: 'Equals', value: ['x'] })],
  ['an operation of other services', () => ({ field: column('Pages'), operation: 'LessThan', value: 7 })],
])('%s in a term is a 400', async (_what, term) => {
  expect((await filter(term())).status).toBe(400);
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
  const rows = await sorted(
    { column: column('Category'), direction: 'DESC' },
    { column: column('Pages') },
    { column: 'entryId' },
  );

  const key = (row: BridgeRow) => [row.columns.Category, row.columns.Pages, row.rowId] as const;
  const expected = [...all].sort(
    (one, other) =>
      -ascending(key(one)[0], key(other)[0]) ||
      ascending(key(one)[1], key(other)[1]) ||
      ascending(key(one)[2], key(other)[2]),
  );
  expect(rows.map(key)).toEqual(expected.map(key));
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

test('a search finds the rows that hold every word, in any case and without accents', async () => {
  const found = async (query: string) =>
    (await calls.rows(bridgeId, { query }, '?pageSize=100')).body.result.map(({ rowId }) => rowId).sort();
  const holding = (...words: readonly RegExp[]) =>
    all
      .filter((row) => words.every((word) => word.test(wordsOf(row))))
      .map(({ rowId }) => rowId)
      .sort();

  expect(holding(/\broof\b/i).length).toBeGreaterThan(0);
  expect(await found('roof')).toEqual(holding(/\broof\b/i));
  expect(await found('REPLACEMENT  roof ')).toEqual(holding(/\broof\b/i, /\breplacement\b/i));
  expect(await found('equipement')).toEqual(holding(/équipement/i));
});

test('punctuation beside a word is passed over; a query without a word searches for nothing', async () => {
  const roof = await calls.rows(bridgeId, { query: 'roof' });
  const decorated = await calls.rows(bridgeId, { query: '*** roof !' });
  const totals = await Promise.all(
    [null, '', '  ', '***'].map(async (query) => (await calls.rows(bridgeId, { query })).body.totalItems),
  );

  expect(decorated.body).toEqual(roof.body);
  expect(new Set(totals)).toEqual(new Set([all.length]));
});

test.each([
  [415, 'text/plain', '{}'],
  [400, 'application/json', ''],
  [400, 'application/json', '{'],
  [400, 'application/json', '{"filter":{"terms":[]}}'],
  [413, 'application/json', `{"query":"${'x'.repeat(1024 * 1024)}"}`],
  [200, 'Application/JSON; charset=utf-8', '{}'],
])('%i answers content type %j with its body', async (expected, contentType, body) => {
  const { status } = await calls.api('PUT', `bridge/${bridgeId}/row`, {
    headers: { 'content-type': contentType },
    body,
  });

  expect(status).toBe(expected);
});

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
type Cell = string | number | boolean | string[] | null;
const cell = (row: BridgeRow, name: string) => cellValue(row.columns[name]) as Cell;
const list = (row: BridgeRow) => cell(row, 'Requirements') as string[];
const text = (row: BridgeRow, name: string) => String(cell(row, name) ?? '').toLowerCase();

// Each expectation is worked out from the rows themselves, so it cannot repeat a mistake of the filter.
const cases: readonly [string, string, string, unknown, (row: BridgeRow) => boolean][] = [
  ['a text equals', 'Category', 'Equals', 'Technology', (row) => cell(row, 'Category') === 'Technology'],
  [
    'a text differs',
    'Category',
    'DoesNotEqual',
    'Technology',
    (row) => cell(row, 'Category') !== 'Technology',
  ],
  ['a number is greater', 'Pages', 'GreaterThan', 90, (row) => Number(cell(row, 'Pages')) > 90],
  ['a number is less', 'Pages', 'LessThan', 20, (row) => Number(cell(row, 'Pages')) < 20],
  ['a boolean equals', 'Has Addenda', 'Equals', true, (row) => cell(row, 'Has Addenda') === true],
  ['a boolean differs', 'Has Addenda', 'DoesNotEqual', true, (row) => cell(row, 'Has Addenda') !== true],
  ['a date is later', 'Due Date', 'GreaterThan', '2026-04-01', (row) => text(row, 'Due Date') > '2026-04-01'],
  ['a date is earlier', 'Due Date', 'LessThan', '2026-03-01', (row) => text(row, 'Due Date') < '2026-03-01'],
  [
    'an amount is less, and a missing one is not',
    'Estimated Value',
    'LessThan',
    1_000_000,
    (row) => cell(row, 'Estimated Value') !== null && Number(cell(row, 'Estimated Value')) < 1_000_000,
  ],
  [
    'a text contains, in any case',
    'Fit Analysis',
    'Contains',
    'THREE SIMILAR',
    (row) => text(row, 'Fit Analysis').includes('three similar'),
  ],
  [
    'a text does not contain',
    'Fit Analysis',
    'DoesNotContain',
    'three similar',
    (row) => !text(row, 'Fit Analysis').includes('three similar'),
  ],
  [
    'a text is any of',
    'Category',
    'Any',
    ['Utilities', 'Facilities'],
    (row) => ['Utilities', 'Facilities'].includes(String(cell(row, 'Category'))),
  ],
  [
    'a text is none of',
    'Category',
    'None',
    ['Utilities', 'Facilities'],
    (row) => !['Utilities', 'Facilities'].includes(String(cell(row, 'Category'))),
  ],
  ['a list has', 'Requirements', 'Contains', 'SOC 2', (row) => list(row).includes('SOC 2')],
  ['a list has not', 'Requirements', 'DoesNotContain', 'SOC 2', (row) => !list(row).includes('SOC 2')],
  [
    'a list has any of',
    'Requirements',
    'ContainsAny',
    ['SOC 2', 'ISO 27001'],
    (row) => list(row).includes('SOC 2') || list(row).includes('ISO 27001'),
  ],
  [
    'a list has all of',
    'Requirements',
    'ContainsAll',
    ['SOC 2', 'ISO 27001'],
    (row) => list(row).includes('SOC 2') && list(row).includes('ISO 27001'),
  ],
  [
    'a text contains all of',
    'Posting',
    'ContainsAll',
    ['https', '7'],
    (row) => text(row, 'Posting').includes('https') && text(row, 'Posting').includes('7'),
  ],
  [
    'a list is within',
    'Requirements',
    'ContainedBy',
    ['SOC 2', 'ISO 27001', 'Local vendor'],
    (row) =>
      list(row).length > 0 &&
      list(row).every((item) => ['SOC 2', 'ISO 27001', 'Local vendor'].includes(item)),
  ],
  [
    'a list is not within',
    'Requirements',
    'NotContainedBy',
    ['SOC 2', 'ISO 27001', 'Local vendor'],
    (row) =>
      list(row).length === 0 ||
      list(row).some((item) => !['SOC 2', 'ISO 27001', 'Local vendor'].includes(item)),
  ],
  ['a list is empty', 'Requirements', 'IsEmpty', undefined, (row) => list(row).length === 0],
  ['a list is not empty', 'Requirements', 'IsNotEmpty', undefined, (row) => list(row).length > 0],
  ['a number is missing', 'Estimated Value', 'IsEmpty', null, (row) => cell(row, 'Estimated Value') === null],
  [
    'an object is there',
    'Incumbent Vendors',
    'IsNotEmpty',
    undefined,
    (row) => cell(row, 'Incumbent Vendors') !== null,
  ],
];

test.each(cases)('%s', async (_what, name, operation, value, fits) => {
  const { status, body } = await filter({ field: column(name), operation, value });

  expect(status).toBe(200);
  expect(idsOf(body.result)).toEqual(idsOf(all.filter(fits)));
  expect(body.totalItems).toBe(all.filter(fits).length);
  // A case that takes all or nothing would prove little.
  expect(body.totalItems).toBeGreaterThan(0);
  expect(body.totalItems).toBeLessThan(all.length);
});

test('no terms, an empty filter and none at all give every row', async () => {
  for (const body of [{}, { filters: { terms: [] } }, { filters: { terms: [] }, sorts: null, query: null }]) {
    const answer = await calls.rows(bridgeId, body, '?pageSize=100');

    expect(answer.body.totalItems).toBe(all.length);
  }
});

test('all terms must hold', async () => {
  const { body } = await filter(
    { field: column('Category'), operation: 'Equals', value: 'Technology' },
    { field: column('Pages'), operation: 'GreaterThan', value: 60 },
    { field: 'entryName', operation: 'Contains', value: 'RF' },
  );

  const fits = (row: BridgeRow) =>
    cell(row, 'Category') === 'Technology' && Number(cell(row, 'Pages')) > 60 && /rf/i.test(String(row.name));
  expect(idsOf(body.result)).toEqual(idsOf(all.filter(fits)));
});

test('the buyer, the opportunity and the name can be filtered by', async () => {
  const [sample] = all;
  const byBuyer = await filter({ field: 'buyerId', operation: 'Any', value: [sample?.buyerId] });
  const byOpportunity = await filter({
    field: 'opportunityId',
    operation: 'Equals',
    value: sample?.entity?.id,
  });
  const byName = await filter({ field: 'entryName', operation: 'Equals', value: sample?.name });

  expect(idsOf(byBuyer.body.result)).toEqual(idsOf(all.filter(({ buyerId }) => buyerId === sample?.buyerId)));
  expect(idsOf(byOpportunity.body.result)).toEqual([sample?.rowId]);
  expect(idsOf(byName.body.result)).toEqual(idsOf(all.filter(({ name }) => name === sample?.name)));
});

test('a row without a buyer differs from every buyer, and is empty', async () => {
  const conferences = calls.bridgeOf('Conference').bridgeId;
  const ask = (term: object) => calls.rows(conferences, { filters: { terms: [term] } }, '?pageSize=100');
  const rows = (await calls.rows(conferences, {}, '?pageSize=100')).body.result;
  const owner = rows.find(({ buyerId }) => buyerId)?.buyerId;

  const others = await ask({ field: 'buyerId', operation: 'DoesNotEqual', value: owner });
  const ownerless = await ask({ field: 'buyerId', operation: 'IsEmpty' });

  expect(idsOf(others.body.result)).toEqual(idsOf(rows.filter(({ buyerId }) => buyerId !== owner)));
  expect(ownerless.body.totalItems).toBe(5);
});

test('status and signal date, which rows do not show, can be filtered by', async () => {
  const own = createSandboxCalls();
  const meetings = own.bridgeOf('Meeting').bridgeId;
  const at = (age: number) => new Date(start - age * day).toISOString();
  await own.add({ bridgeId: meetings, name: 'saved', status: 'Saved', signalDate: at(10) });
  await own.add({ bridgeId: meetings, name: 'new', signalDate: at(2) });
  const named = async (term: object) => {
    const { body } = await own.rows(meetings, { filters: { terms: [term] } });
    return body.result.map(({ name }) => name).sort();
  };

  expect(await named({ field: 'status', operation: 'Equals', value: 'Saved' })).toEqual(['saved']);
  expect(await named({ field: 'status', operation: 'None', value: ['Saved'] })).toEqual(['new']);
  expect(await named({ field: 'triggeredAt', operation: 'GreaterThan', value: at(5) })).toEqual(['new']);
  expect(await named({ field: 'triggeredAt', operation: 'LessThan', value: at(5) })).toEqual(['saved']);
  expect(await named({ field: 'triggeredAt', operation: 'Equals', value: at(10) })).toEqual(['saved']);
});

test.each<[string, (id: (name: string) => string) => unknown]>([
  ['a name', () => ({ field: 'Category', operation: 'Equals', value: 'x' })],
  ['a key', () => ({ field: 'category', operation: 'Equals', value: 'x' })],
  ['no field', () => ({ operation: 'Equals', value: 'x' })],
  ['a word every object knows', () => ({ field: 'constructor', operation: 'Equals', value: 'x' })],
  ['an unknown operation', (id) => ({ field: id('Category'), operation: 'Like', value: 'x' })],
  ['no operation', (id) => ({ field: id('Category'), value: 'x' })],
  ['a missing value', (id) => ({ field: id('Category'), operation: 'Equals' })],
  ['a list for a primitive', (id) => ({ field: id('Category'), operation: 'Equals', value: ['x'] })],
  ['a primitive for a list', (id) => ({ field: id('Category'), operation: 'Any', value: 'x' })],
  ['an object in a list', (id) => ({ field: id('Category'), operation: 'Any', value: [{}] })],
  ['a value for IsEmpty', (id) => ({ field: id('Category'), operation: 'IsEmpty', value: 'x' })],
  ['a text for a number', (id) => ({ field: id('Pages'), operation: 'GreaterThan', value: '9' })],
  ['a number for a boolean', (id) => ({ field: id('Has Addenda'), operation: 'Equals', value: 1 })],
  ['an order of booleans', (id) => ({ field: id('Has Addenda'), operation: 'LessThan', value: true })],
  ['no date', (id) => ({ field: id('Due Date'), operation: 'LessThan', value: 'soon' })],
  ['a day that no month has', (id) => ({ field: id('Due Date'), operation: 'Equals', value: '2026-02-31' })],
  [
    'a time without an offset',
    () => ({ field: 'triggeredAt', operation: 'LessThan', value: '2026-11-21T08:00' }),
  ],
  ['a date with a remark', () => ({ field: 'triggeredAt', operation: 'LessThan', value: '2026-11-21 (x)' })],
  ['an unknown status', () => ({ field: 'status', operation: 'Equals', value: 'Open' })],
  ['a buyer that is no UUID', () => ({ field: 'buyerId', operation: 'Equals', value: 'acme' })],
  ['a term that is no object', () => 'status'],
])('%s in a term is a 400 that names the member', async (_what, term) => {
  const { status, body } = await filter(term(column));

  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('filters.terms[0]');
});

test.each([
  { filters: null },
  { filters: [] },
  { filters: 'status' },
  { filters: {} },
  { filters: { terms: null } },
  { filters: { terms: {} } },
])('filters of another shape are a 400 that names the member: %j', async (body) => {
  const answer = await calls.rows(bridgeId, body);

  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ message: expect.stringMatching(/^filters/) });
});

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
const two = ['SOC 2', 'ISO 27001'];
const three = [...two, 'Local vendor'];
const isWithin = (value: unknown) =>
  listed(value).length > 0 && listed(value).every((item) => three.includes(item));
const kinds = ['Utilities', 'Facilities'];

// Each expectation is worked out from the rows themselves, so it cannot repeat a mistake of the filter.
test.each<[column: string, operation: string, value: unknown, fits: (value: unknown) => boolean]>([
  ['Category', 'Equals', 'Technology', (value) => value === 'Technology'],
  ['Category', 'DoesNotEqual', 'Technology', (value) => value !== 'Technology'],
  ['Category', 'Any', kinds, (value) => kinds.includes(String(value))],
  ['Category', 'None', kinds, (value) => !kinds.includes(String(value))],
  ['Fit Analysis', 'Contains', 'THREE SIMILAR', (value) => /three similar/.test(String(value))],
  ['Fit Analysis', 'DoesNotContain', 'three similar', (value) => !/three similar/.test(String(value))],
  ['Posting', 'ContainsAll', ['HTTPS', '7'], (value) => /^https.*7/.test(String(value))],
  ['Pages', 'GreaterThan', 90, (value) => Number(value) > 90],
  ['Pages', 'LessThan', 20, (value) => Number(value) < 20],
  // A missing amount is not less.
  ['Estimated Value', 'LessThan', 1e6, (value) => value !== null && Number(value) < 1e6],
  ['Estimated Value', 'IsEmpty', null, (value) => value === null],
  ['Due Date', 'GreaterThan', '2026-04-01', (value) => String(value) > '2026-04-01'],
  ['Due Date', 'LessThan', '2026-03-01', (value) => String(value) < '2026-03-01'],
  ['Has Addenda', 'Equals', true, (value) => value === true],
  ['Has Addenda', 'DoesNotEqual', true, (value) => value !== true],
  ['Requirements', 'Contains', 'SOC 2', (value) => listed(value).includes('SOC 2')],
  ['Requirements', 'DoesNotContain', 'SOC 2', (value) => !listed(value).includes('SOC 2')],
  ['Requirements', 'ContainsAny', two, (value) => two.some((item) => listed(value).includes(item))],
  ['Requirements', 'ContainsAll', two, (value) => two.every((item) => listed(value).includes(item))],
  ['Requirements', 'ContainedBy', three, isWithin],
  ['Requirements', 'NotContainedBy', three, (value) => !isWithin(value)],
  ['Requirements', 'IsEmpty', undefined, (value) => listed(value).length === 0],
  ['Requirements', 'IsNotEmpty', undefined, (value) => listed(value).length > 0],
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

// `npm run test:api` sends other fields, operations and types; it does not notice when one of these is taken.
test.each<[string, () => unknown]>([
  ['a name', () => ({ field: 'Category', operation: 'Equals', value: 'x' })],
  ['a word every object knows', () => ({ field: 'constructor', operation: 'Equals', value: 'x' })],
  ['a list for a primitive', () => ({ field: column('Category'), operation: 'Equals', value: ['x'] })],
  ['an order of booleans', () => ({ field: column('Has Addenda'), operation: 'LessThan', value: true })],
  ['a part of a time', () => ({ field: 'triggeredAt', operation: 'Contains', value: '2026' })],
  ['a day no month has', () => ({ field: column('Due Date'), operation: 'Equals', value: '2026-02-31' })],
  ['no offset', () => ({ field: 'triggeredAt', operation: 'LessThan', value: '2026-11-21T08:00' })],
  ['a date with a remark', () => ({ field: 'triggeredAt', operation: 'LessThan', value: '2026-11-21 (x)' })],
])('%s in a term is a 400 that names the member', async (_what, term) => {
  const { status, body } = await filter(term());

  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('filters.terms[0]');
});

test.each([
  ['terms', (count: number) => Array(count).fill({ field: 'buyerId', operation: 'IsNotEmpty' }), 100],
  [
    'values of a term',
    (count: number) => [{ field: 'entryName', operation: 'Any', value: Array(count).fill('x') }],
    1_000,
  ],
])('at most so many %s are taken', async (_what, terms, most) => {
  expect((await filter(...terms(most))).status).toBe(200);
  expect((await filter(...terms(most + 1))).status).toBe(400);
});

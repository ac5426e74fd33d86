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
  ['a day no month has', () => ({ field: 'triggeredAt', operation: 'Equals', value: '2026-02-31' })],
  ['no offset', () => ({ field: 'triggeredAt', operation: 'Equals', value: '2026-11-21T08:00' })],
  ['a date with a remark', () => ({ field: 'triggeredAt', operation: 'Equals', value: '2026-11-21 (x)' })],
])('%s in a term is a 400 that names the member', async (_what, term) => {
  const { status, body } = await filter(term());

  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('filters.terms[0]');
});

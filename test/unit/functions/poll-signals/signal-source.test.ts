import { describe, expect, it } from 'vitest';
import type { ListedSignal } from '../../../../functions/poll-signals/ports.ts';
import {
  signalIdOfItem,
  signalPages,
  unreadableIdOf,
} from '../../../../functions/poll-signals/signal-source.ts';
import { signalIdOf } from '../../../../shared/domain/rows/signal.ts';
import { rowUuid } from '../../../support/examples/example-signals.ts';
import { buyerId, createFakeService, pageOf, signalOf } from '../../../support/fake-service.ts';

const scoreId = '11111111-aaaa-4bbb-8ccc-00000000000a';
const columns = [
  { columnId: scoreId, name: 'Match Score', key: 'match_score' },
  { columnId: '11111111-aaaa-4bbb-8ccc-00000000000b', name: 'Agency', key: 'agency_1' },
];
const far = Number.MAX_SAFE_INTEGER;

async function listedOf(item: unknown): Promise<ListedSignal | undefined> {
  const { api } = createFakeService([{ json: pageOf([item], { pageSize: 20 }) }]);
  for await (const { items } of signalPages(api, { buyerId, order: 'Date', period: 'LastYear' }, {}, far)) {
    return items[0];
  }
  return undefined;
}

describe('a listed signal', () => {
  it('has its cells by the names of its bridge, although they come by keys', async () => {
    const cells = { match_score: { value: 91, status: 'Processed' }, agency_1: 'Springfield' };
    const listed = await listedOf(signalOf({ columns: cells }, { columns }));

    expect(listed?.content).toMatchObject({
      columns: { 'Match Score': 91, Agency: 'Springfield' },
      buyerName: 'Springfield',
    });
  });

  it('names the columns that are still being worked out as the config names them', async () => {
    const cells = { match_score: { value: null, status: 'Queued' }, agency_1: 'Springfield' };

    expect((await listedOf(signalOf({ columns: cells }, { columns })))?.unsettled).toEqual(['Match Score']);
  });

  it('tells the filter type of its bridge and what its row is about, in small letters', async () => {
    const entity = { id: 'CF7C9E4A-0000-4000-8000-000000000001', type: 'Account' };
    const listed = await listedOf(signalOf({ entity }, { filterType: 'RFP' }));

    expect(listed?.content).toMatchObject({ filterType: 'RFP', entityId: entity.id.toLowerCase() });
  });

  it.each([
    ['buyer', { entity: { id: buyerId.toUpperCase() } }],
    ['organizer', { entity: { id: 'org' }, organizerId: 'ORG' }],
  ])('has no entity where that is its %s', async (_, row) => {
    expect((await listedOf(signalOf(row)))?.content).not.toHaveProperty('entityId');
  });

  it.each([
    ['2026-11-21T08:00:00.123+02:00', '2026-11-21T06:00:00.123Z'],
    ['2026-11-21T08:00', '2026-11-21T08:00:00.000Z'],
    ['11/21/2026 08:00:00', undefined],
    ['2026-11-21', undefined],
  ])('changed at %s: in UTC if no zone is written, and only in ISO 8601: %s', async (updatedAt, expected) => {
    const { changedAt } = (await listedOf(signalOf({ updatedAt }))) ?? {};
    expect(changedAt && new Date(changedAt).toISOString()).toBe(expected);
  });

  it('has neither where the service shows none', async () => {
    const listed = await listedOf(signalOf({ entity: { id: '' } }));

    expect(listed?.content).not.toHaveProperty('filterType');
    expect(listed?.content).not.toHaveProperty('entityId');
  });
});

const cell = (value: unknown, processedAt: string) => ({ value, status: 'Processed', processedAt });
const row = {
  rowId: null,
  bridgeId: 'b1',
  name: 'Tender',
  updatedAt: '2026-11-20T08:00:00Z',
  status: 'Processing',
  columns: { Buyer: 'Springfield', 'Match Score': cell(90, '2026-11-20T08:00:00Z') },
};
const idOf = (item: unknown, buyerId = 'one'): string => unreadableIdOf(buyerId, JSON.stringify(item));
const idWith = (over: object, bridge: object = { bridgeId: 'b1' }): string =>
  idOf({ bridge, row: { ...row, ...over } });

describe('what an item is known by that can not be read', () => {
  it('stays when maintenance moves its times, its status and what is said of its bridge', () => {
    const moved = {
      updatedAt: '2026-11-21T03:00:00Z',
      status: 'Processed',
      columns: { Buyer: 'Springfield', 'Match Score': cell(90, '2026-11-21T03:00:00Z') },
    };
    expect(idWith(moved, { bridgeId: 'b1', name: 'Renamed', columns: [{}] })).toBe(idWith({}));
  });

  it.each([
    ['another name', { name: 'Another tender' }],
    ['another value', { columns: { Buyer: 'Shelbyville' } }],
    ['another bridge', { bridgeId: 'b2' }, {}],
    ['columns that are none', { columns: 'none' }],
  ])('is another one with %s', (_, over, bridge = undefined) => {
    expect(idWith(over, bridge)).not.toBe(idWith({}));
  });

  it('is its ids where it has them, whatever else changes', () => {
    expect(idWith({ rowId: 'r1', name: 'Another' })).toBe(idWith({ rowId: 'r1' }));
    expect(idWith({ rowId: 'r1' })).not.toBe(idWith({ rowId: 'r2' }));
    expect(idWith({ rowId: 'r1', bridgeId: 'b2' }, {})).not.toBe(idWith({ rowId: 'r1' }));
  });

  it('is another one at another buyer where it has no ids, and the same one in capitals where it has', () => {
    expect(idOf({ bridge: {}, row }, 'other')).not.toBe(idOf({ bridge: {}, row }));
    expect(idOf({}, 'other')).not.toBe(idOf({}));
    const ids = { rowId: rowUuid(1), bridgeId: rowUuid(2) };
    const withIds = { bridge: {}, row: { ...row, ...ids } };
    const capitals = { rowId: ids.rowId.toUpperCase(), bridgeId: ids.bridgeId.toUpperCase() };
    const inCapitals = { bridge: {}, row: { ...row, ...capitals } };
    expect(idOf(inCapitals, 'other')).toBe(idOf(withIds));
  });

  it('names the signal that it would be if it could be read', () => {
    const ids = { bridgeId: rowUuid(2), rowId: rowUuid(1) };
    expect(signalIdOfItem({ bridge: {}, row: { ...row, ...ids } })).toBe(signalIdOf(ids));
    expect(signalIdOfItem({ bridge: {}, row })).toBeNull();
    const half = { ...ids, rowId: '\ud800' };
    expect(signalIdOfItem({ bridge: {}, row: { ...row, ...half } })).toBeNull();
  });

  it.each([null, 7, 'text', [], {}, { row: null }, { row: [] }])('exists for %j too', (item) => {
    expect(idOf(item)).toMatch(/^unreadable#[0-9a-f]{64}$/);
  });
});

import { describe, expect, it } from 'vitest';
import { signalIdIn, unreadableIdOf } from '../../../functions/poll-signals/unreadable-source.ts';
import { signalIdOf } from '../../../shared/domain/rows/signal.ts';
import { rowUuid } from '../../support/examples/example-signals.ts';

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
    expect(signalIdIn(JSON.stringify({ bridge: {}, row: { ...row, ...ids } }))).toBe(signalIdOf(ids));
    expect(signalIdIn(JSON.stringify({ bridge: {}, row }))).toBeNull();
    const half = { ...ids, rowId: '\ud800' };
    expect(signalIdIn(JSON.stringify({ bridge: {}, row: { ...row, ...half } }))).toBeNull();
  });

  it.each([null, 7, 'text', [], {}, { row: null }, { row: [] }])('exists for %j too', (item) => {
    expect(idOf(item)).toMatch(/^unreadable#[0-9a-f]{64}$/);
  });
});

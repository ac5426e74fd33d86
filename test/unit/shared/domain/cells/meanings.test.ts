import { describe, expect, it } from 'vitest';
import { hasClosed } from '../../../../../shared/domain/cells/deadline.ts';
import { columnsFor, type DeclaredColumns } from '../../../../../shared/domain/cells/meanings.ts';

const tenders = { bridgeId: '11111111-0000-4000-8000-000000000001', bridgeName: 'Tenders' };
const contracts = { bridgeId: '11111111-0000-4000-8000-00000000000C', bridgeName: 'Contract ends' };
const now = Date.parse('2026-12-01T12:00:00Z');
const namesOf = (...bridges: { bridgeId: string; bridgeName: string }[]) =>
  new Map(bridges.map(({ bridgeId, bridgeName }) => [bridgeId.toLowerCase(), bridgeName]));

describe('what a column means', () => {
  const meanings: DeclaredColumns = {
    deadline: ['Due Date', 'Expires'],
    money: 'Value',
    person: { name: 'DM', email: 'DM Email' },
    in: { [contracts.bridgeId.toLowerCase()]: { deadline: false, date: 'Expires' } },
  };

  it('is what the config declares, in its order, and in a bridge of an entry what that says', () => {
    const of = (meaning: Parameters<typeof columnsFor>[0], bridge = tenders) =>
      columnsFor(meaning, bridge, { meanings });
    expect([of('deadline'), of('money'), of('person'), of('owner')]).toEqual([
      ['Due Date', 'Expires'],
      ['Value'],
      ['DM'],
      undefined,
    ]);
    expect([of('deadline', contracts), of('date', contracts), of('money', contracts)]).toEqual([
      [],
      ['Expires'],
      ['Value'],
    ]);
    expect(columnsFor('deadline', tenders, {})).toBeUndefined();
  });

  it('is that of an id before that of a name', () => {
    const both = { in: { ...meanings.in, 'contract ENDS': { date: 'Other' } } };
    const view = { meanings: both, bridgeNames: namesOf(contracts) };
    expect(columnsFor('date', contracts, view)).toEqual(['Expires']);
    expect(columnsFor('date', { ...contracts, bridgeId: tenders.bridgeId }, view)).toEqual(['Other']);
  });
});

describe('a renamed bridge', () => {
  const meanings: DeclaredColumns = { deadline: 'Expires', in: { 'Contract ends': { deadline: false } } };
  const closes = (
    bridge: typeof tenders | { bridgeId: string; bridgeName: null },
    ...known: (typeof tenders)[]
  ) =>
    hasClosed(
      { ...bridge, columns: { Expires: '2026-11-01' } },
      { meanings, bridgeNames: namesOf(...known), timezone: 'UTC' },
      now,
    );

  it('closes none of its rows, and while its entry is nobody’s, no row of any other', () => {
    expect(closes(tenders, contracts)).toBe(true);
    expect(closes(contracts, contracts)).toBe(false);
    const renamed = { ...contracts, bridgeName: 'Contracts that end' };
    expect(closes(renamed, renamed)).toBe(false);
    // Its new name may not have been noted yet.
    expect(closes(renamed, contracts)).toBe(false);
    expect(closes(tenders, renamed)).toBe(false);
    expect(closes({ ...tenders, bridgeName: null }, contracts)).toBe(false);
  });

  it('closes as before where the entry is by its id', () => {
    const byId = { deadline: 'Expires', in: { [contracts.bridgeId]: { deadline: false } } } as const;
    const row = { ...tenders, bridgeName: null, columns: { Expires: '2026-11-01' } };
    expect(hasClosed(row, { meanings: byId, timezone: 'UTC' }, now)).toBe(true);
    expect(hasClosed({ ...row, ...contracts }, { meanings: byId, timezone: 'UTC' }, now)).toBe(false);
  });
});

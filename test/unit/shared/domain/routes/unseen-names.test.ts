import { describe, expect, it } from 'vitest';
import { findUnseenNames, type SeenNames } from '../../../../../shared/domain/routes/unseen-names.ts';

const id = '00000000-0000-4000-8000-000000000001';
const nothing: SeenNames = { bridge: null, buyer: null, column: null };
const hot = { columns: [] };

const bridges = (names: readonly string[], seen: readonly string[]) =>
  findUnseenNames({ hot, routes: [{ id: 'crm', match: { bridges: names } }] }, { ...nothing, bridge: seen });

describe('a name that was not seen', () => {
  it.each([
    ['Brigde 0', 'Bridge 0'],
    ['Match Scor', 'Match Score'],
    ['MatchScore', 'Match Score'],
    ['EU-Tenders', 'Tenders EU'],
    ['Town of Granfeild, IN', 'Town of Granfield, IN'],
  ])('is misspelt where a near one was: %s for %s', (name, seen) => {
    expect(bridges([name], ['Other', seen])).toEqual({
      notFound: [
        `the bridge "${name}" of the match of route crm was not seen yet (did you mean "${seen}"?): correct the config, or give its id`,
      ],
      notSeen: [],
    });
  });

  it.each([
    ['Bridge 1', 'Bridge 0'],
    ['Team B', 'Team A'],
    ['Tenders EU', 'Tenders US'],
    ['FY2026', 'FY2025'],
    ['Region North', 'Region South'],
    [id, id.replace('1', '2')],
  ])('may still come where the other one is another thing: %s and %s', (name, seen) => {
    expect(bridges([name], [seen])).toEqual({
      notFound: [],
      notSeen: [`the bridge "${name}" of the match of route crm was not seen yet`],
    });
  });

  it('is one that match would not take: its letters and blanks do not matter, those of a column do', () => {
    expect(bridges([' tenders ', id], ['Tenders', id])).toEqual({ notFound: [], notSeen: [] });
    const columns = { owner: 'owner', in: { Tendrs: { deadline: ['Due', 'Score'] } } };
    const config = { columns, hot: { columns: [{ name: 'Score' }] }, routes: [] };
    const seen = { bridge: ['Tenders'], buyer: null, column: ['Owner', 'Score'] };
    expect(findUnseenNames(config, seen)).toEqual({
      notFound: [
        'the column "owner" of columns.owner was not seen yet (did you mean "Owner"?): correct the config',
        'the bridge "Tendrs" of columns.in was not seen yet (did you mean "Tenders"?): correct the config, or give its id',
      ],
      notSeen: ['the column "Due" of columns.in["Tendrs"].deadline was not seen yet'],
    });
  });

  it('is told once with all its fields, of a mute too; of an unknown kind none is', () => {
    const match = { any: [{ buyers: ['Ann'] }], not: { buyers: ['Ann'] }, bridges: ['Tenders'] };
    const mute = { kind: 'buyer', id, until: 1, because: '' } as const;
    const config = { hot, routes: [{ id: 'crm', match }], mutes: [mute] };
    expect(findUnseenNames(config, { ...nothing, buyer: ['Lee'] }).notSeen).toEqual([
      `the buyer "${id}" of a mute was not seen yet`,
      'the buyer "Ann" of the match of route crm was not seen yet',
    ]);
  });
});

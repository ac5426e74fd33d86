import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BridgeColumn, nameCells } from '../../../../shared/bridge-api/index.ts';

const scoreId = '11111111-aaaa-4bbb-8ccc-00000000000a';
const cityId = '11111111-aaaa-4bbb-8ccc-00000000000b';
const score: BridgeColumn = { columnId: scoreId, name: 'Match Score', key: 'match_score' };
const city: BridgeColumn = { columnId: cityId, name: 'City', key: 'city' };
const columns = [score, city];
const named = { 'Match Score': 91, City: 'Springfield' };

describe('the cells of a row, by the names of their columns', () => {
  it.each([
    ['by name', named],
    ['by columnId', { [scoreId]: 91, [cityId]: 'Springfield' }],
    ['by columnId in capitals', { [scoreId.toUpperCase()]: 91, [cityId.toUpperCase()]: 'Springfield' }],
    ['by key', { match_score: 91, city: 'Springfield' }],
    ['by all three, mixed', { 'Match Score': 91, [cityId]: 'Springfield' }],
    ['by id and key, mixed', { [scoreId]: 91, city: 'Springfield' }],
  ])('are found when they come %s, in the order they came in', (_, cells) => {
    expect(Object.entries(nameCells(cells, columns))).toEqual(Object.entries(named));
  });

  it('are found by ids that the metadata has in capitals', () => {
    const capitals = [{ ...score, columnId: scoreId.toUpperCase() }];

    expect(nameCells({ [scoreId]: 91 }, capitals)).toEqual({ 'Match Score': 91 });
  });

  it.each([
    ['no columns are given', undefined],
    ['columns are null', null],
    ['there are none', []],
    ['they have neither ids nor keys', [{ name: 'Match Score' }, { name: 'City' }]],
    ['they have no names', [{ columnId: scoreId }, { key: 'city', name: null }]],
    ['their names are empty', [{ columnId: scoreId, name: '' }]],
  ])('stay as they came where %s', (_, given) => {
    const cells = { [scoreId]: 91, city: 'Springfield', Other: null };

    expect(nameCells(cells, given)).toEqual(cells);
  });

  it('are taken by name where a name is the key of another column, too', () => {
    const raw: BridgeColumn = { name: 'Score', key: 'raw' };
    const final: BridgeColumn = { name: 'Final', key: 'Score' };

    expect(nameCells({ Score: 1, Final: 2 }, [raw, final])).toEqual({ Score: 1, Final: 2 });
    expect(nameCells({ Score: 1 }, [final, raw])).toEqual({ Score: 1 });
    expect(nameCells({ raw: 1, Score: 2 }, [raw, final])).toEqual({ raw: 1, Score: 2 });
  });

  describe('of two columns of one name', () => {
    const twin: BridgeColumn = { columnId: scoreId, name: 'City', key: 'agency_city' };

    it('give the name to the first column, and lose neither', () => {
      const expected = { [scoreId]: 'Shelbyville', City: 'Springfield' };

      expect(nameCells({ [scoreId]: 'Shelbyville', [cityId]: 'Springfield' }, [city, twin])).toEqual(
        expected,
      );
      expect(nameCells({ city: 'Springfield', agency_city: 'Shelbyville' }, [city, twin])).toEqual({
        City: 'Springfield',
        agency_city: 'Shelbyville',
      });
    });

    it('give it to no other where the first has no cell: a name is one column in every row', () => {
      expect(nameCells({ [scoreId]: 'Shelbyville' }, [city, twin])).toEqual({ [scoreId]: 'Shelbyville' });
    });
  });

  it('take names that objects have of their own', () => {
    const odd = ['__proto__', 'constructor', 'toString'].map((name, index) => ({ name, key: `k${index}` }));

    const entries = Object.entries(nameCells({ k0: 1, k1: 2, k2: 3 }, odd));

    expect(entries).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
      ['toString', 3],
    ]);
    expect(nameCells({ toString: 1 }, [])).toEqual({ toString: 1 });
  });

  it('are never fewer than came, and keep their values', () => {
    const word = fc.constantFrom('a', 'b', 'A', 'c', scoreId, scoreId.toUpperCase(), cityId, '');
    const column = fc.record({ columnId: word, name: word, key: word }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.dictionary(word, fc.nat()), fc.array(column, { maxLength: 4 }), (cells, given) => {
        const values = (record: object) => Object.values(record).sort();
        expect(values(nameCells(cells, given))).toEqual(values(cells));
      }),
    );
  });
});

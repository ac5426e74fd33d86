import { describe, expect, it } from 'vitest';
import { type ColumnMetadata, resolveSortColumn } from '../../../shared/bridge-api/index.ts';
import { ArgumentError } from '../../../shared/domain/errors.ts';
import { bridgeId } from './fake-service.ts';

const scoreId = '11111111-aaaa-4bbb-8ccc-000000000001';
const cityId = '11111111-aaaa-4bbb-8ccc-000000000002';
const otherCityId = '11111111-aaaa-4bbb-8ccc-000000000003';
const columnOf = (columnId: string, name: string, key: string): ColumnMetadata => ({
  columnId,
  bridgeId,
  column: { columnId, bridgeId, name, key },
  additionalFields: [],
});
const metadata = [
  columnOf(scoreId, 'Match Score', 'match_score'),
  columnOf(cityId, 'City', 'city'),
  columnOf(otherCityId, 'CITY', 'agency_city'),
];

describe('resolving a sort column', () => {
  it.each([
    ['Match Score', scoreId],
    ['match_score', scoreId],
    [' match score ', scoreId],
    ['City', cityId],
    ['CITY', otherCityId],
    [cityId, cityId],
    [cityId.toUpperCase(), cityId],
    ['rowUpdatedAt', 'rowUpdatedAt'],
    ['entryName', 'entryName'],
  ])('finds %j', (nameOrId, columnId) => {
    expect(resolveSortColumn(metadata, nameOrId)).toBe(columnId);
  });

  it('refuses an unknown name by an error that lists the columnIds with their names', () => {
    const resolve = () => resolveSortColumn(metadata, 'Score');

    expect(resolve).toThrow(ArgumentError);
    expect(resolve).toThrow(`${scoreId} ("Match Score")`);
    expect(resolve).toThrow(`${otherCityId} ("CITY")`);
  });

  it('refuses a name that fits two columns and lists just those', () => {
    const resolve = () => resolveSortColumn(metadata, 'cITY');

    expect(resolve).toThrow('more than one column matches');
    expect(resolve).toThrow(cityId);
    expect(resolve).not.toThrow(scoreId);
  });

  it('refuses a columnId of another bridge and a prefixed reference', () => {
    expect(() => resolveSortColumn(metadata, bridgeId)).toThrow(ArgumentError);
    expect(() => resolveSortColumn(metadata, `${scoreId}$basis:name`)).toThrow(ArgumentError);
  });
});

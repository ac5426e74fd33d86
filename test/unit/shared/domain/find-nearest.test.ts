import { describe, expect, it } from 'vitest';
import { findNearest } from '../../../../shared/domain/find-nearest.ts';

describe('what was probably meant by a word', () => {
  it.each([
    ['one letter is wrong', 'slaek', ['webhook', 'slack'], 'slack'],
    ['one is missing', 'rotes', ['when', 'routes'], 'routes'],
    ['one is too many', 'routess', ['routes'], 'routes'],
    ['two neighbours changed places', 'scroe', ['stage', 'score'], 'score'],
    ['capitals differ', 'ROUTES', ['Routes'], 'Routes'],
    ['two letters of six are wrong', 'rautas', ['routes'], 'routes'],
    ['one letter of two is wrong', 'tp', ['to'], 'to'],
  ])('is found where %s', (_, word, candidates, nearest) => {
    expect(findNearest(word, candidates)).toBe(nearest);
  });

  it.each([
    ['three letters of nine are wrong', 'bxidgexix', ['bridgeids']],
    ['two letters of five are wrong', 'slxxk', ['slack']],
    ['it is another word', 'colour', ['when', 'to']],
    ['there is nothing to choose from', 'when', []],
  ])('is not guessed where %s', (_, word, candidates) => {
    expect(findNearest(word, candidates)).toBeNull();
  });

  it('is the nearest, and of equally near ones the first', () => {
    expect(findNearest('bridge', ['bridges', 'bridge', 'badge'])).toBe('bridge');
    expect(findNearest('cat', ['bat', 'hat'])).toBe('bat');
  });
});

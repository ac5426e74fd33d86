import { describe, expect, it } from 'vitest';
import { filterTypes } from '../../../shared/bridge-api/index.ts';
import { bridgeTypeIn, findBridgeType } from '../../../shared/domain/signals/bridge-type.ts';
import { exampleSummary } from '../../support/examples/example-digest.ts';

const most = 5;

async function find(isListed: (types: readonly string[]) => boolean | null) {
  let calls = 0;
  const type = await findBridgeType(filterTypes, async (types) => {
    calls += 1;
    return isListed(types);
  });
  return { type, calls };
}

describe('finding the filter type of a bridge', () => {
  it.each(filterTypes)('finds %s in a few calls', async (type) => {
    const found = await find((types) => types.includes(type));
    expect(found.type).toBe(type);
    expect(found.calls).toBeLessThanOrEqual(most);
  });

  it.each([
    ['ignores the filter', () => true],
    [
      'ignores a filter of several types',
      (types: readonly string[]) => types.length > 1 || types[0] === 'Purchase',
    ],
    ['lists nothing, or has a type that nobody can ask for', () => false],
    ['does not tell', () => null],
    ['tells at first, and then lists nothing any more', (types: readonly string[]) => types.length > 2],
  ])('finds none where the service %s', async (_, isListed) => {
    const found = await find(isListed);
    expect(found.type).toBeNull();
    expect(found.calls).toBeLessThanOrEqual(most);
  });

  it.each(filterTypes)(
    'finds %s or nothing where the service reads one type of a list only',
    async (type) => {
      for (const place of [0, -1]) {
        const { type: found } = await find((types) => types.at(place) === type);
        expect([type, null]).toContain(found);
      }
    },
  );

  it('finds it in the sources of a summary, if it is a filter type', () => {
    const triggerId = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a0ff';
    const summaryOf = (triggerType: string | null) => {
      const source = { entryId: null, entryName: null, triggerId, triggerType, triggerName: null };
      const section = { title: null, text: null, sources: [{ ...source, triggerId: 'other' }, source] };
      return exampleSummary({ theBiggerPicture: { intro: null, sections: [section] } });
    };
    expect(bridgeTypeIn(summaryOf('Purchase'), triggerId.toUpperCase())).toBe('Purchase');
    expect([bridgeTypeIn(summaryOf('Rows'), triggerId), bridgeTypeIn(summaryOf(null), triggerId)]).toEqual([
      null,
      null,
    ]);
    expect([bridgeTypeIn(summaryOf('RFP'), 'another'), bridgeTypeIn(null, triggerId)]).toEqual([null, null]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../shared/ledger/table/table.ts';
import type { TableSuite } from './table-under-test.ts';

/** When a write is let through. */
export function describeConditions(suite: TableSuite): void {
  describe('conditions', () => {
    const standing = { text: 'b', number: 5, yes: true, nothing: null, list: [1], zero: 0, proof: '\uffff' };
    const compare = (
      attribute: string,
      is: '=' | '<>' | '<' | '<=' | '>' | '>=',
      value: string | number | boolean,
    ) => ({ kind: 'compare', attribute, is, value }) as const;
    const holds: readonly Condition[] = [
      { kind: 'present' },
      { kind: 'missing', attribute: 'none' },
      compare('text', '=', 'b'),
      compare('text', '<>', 'c'),
      compare('text', '<', 'ba'),
      compare('text', '>=', 'b'),
      compare('proof', '<', '\u{10000}'),
      compare('number', '>', 4.9),
      compare('number', '<=', 5),
      compare('number', '<>', -5),
      compare('zero', '=', -0),
      compare('yes', '=', true),
      compare('yes', '<>', false),
      compare('pk', '>', 'A'),
      { kind: 'all', of: [] },
      { kind: 'all', of: [{ kind: 'present' }] },
      { kind: 'all', of: [{ kind: 'present' }, { kind: 'all', of: [] }, compare('number', '=', 5)] },
      {
        kind: 'any',
        of: [{ kind: 'absent' }, { kind: 'all', of: [compare('text', '<>', 'x'), { kind: 'present' }] }],
      },
    ];
    const fails: readonly Condition[] = [
      { kind: 'absent' },
      { kind: 'missing', attribute: 'nothing' },
      compare('text', '=', 'B'),
      compare('text', '<>', 'b'),
      compare('text', '=', 5),
      compare('text', '<>', 5),
      compare('number', '<', '9'),
      compare('number', '<>', '5'),
      compare('number', '>', 5),
      compare('yes', '<>', true),
      compare('none', '=', 1),
      compare('none', '<>', 1),
      compare('none', '<', 1),
      compare('nothing', '<>', 'x'),
      compare('list', '<>', 'x'),
      { kind: 'any', of: [] },
      { kind: 'any', of: [{ kind: 'absent' }] },
      { kind: 'all', of: [{ kind: 'present' }, compare('number', '=', 6)] },
      { kind: 'any', of: [{ kind: 'absent' }, { kind: 'any', of: [] }] },
    ];

    it.each(holds.map((condition) => [JSON.stringify(condition), condition] as const))(
      'holds: %s',
      async (_, condition) => {
        const item = await suite.stored(standing);
        await suite.table.put({ pk: item.pk, sk: item.sk, written: true }, condition);
        expect(await suite.table.get(item)).toEqual({ pk: item.pk, sk: item.sk, written: true });
      },
    );

    it.each(fails.map((condition) => [JSON.stringify(condition), condition] as const))(
      'fails and shows the item that stands: %s',
      async (_, condition) => {
        const item = await suite.stored(standing);
        await expect(suite.table.put({ ...item, written: true }, condition)).rejects.toMatchObject({
          code: 'CONDITION_FAILED',
          item,
        });
        await expect(
          suite.table.update({ key: item, set: { written: true }, condition }),
        ).rejects.toMatchObject({
          code: 'CONDITION_FAILED',
          item,
        });
        expect(await suite.table.get(item)).toEqual(item);
      },
    );

    it('fails on an absent item with no item to show, whatever the comparison', async () => {
      const target = { pk: suite.partition(), sk: 'one' };
      for (const condition of [{ kind: 'present' } as const, compare('a', '<>', 1), compare('a', '=', 1)]) {
        await expect(suite.table.update({ key: target, set: { a: 1 }, condition })).rejects.toMatchObject({
          code: 'CONDITION_FAILED',
          item: undefined,
        });
      }
      expect(await suite.table.get(target)).toBeUndefined();
    });

    it('lets one of many concurrent updates win', async () => {
      const item = await suite.stored({ fence: 0 });
      const claims = Array.from({ length: 20 }, (_, owner) =>
        suite.table.update({ key: item, set: { fence: 1, owner }, condition: compare('fence', '=', 0) }),
      );
      const settled = await Promise.allSettled(claims);
      const won = settled.filter((claim) => claim.status === 'fulfilled');
      expect(won).toHaveLength(1);
      expect(await suite.table.get(item)).toEqual(won[0]?.value);
    });
  });
}

import type { BridgeRecord } from '../../sandbox/data/bridges.ts';

export type Schema = Readonly<Record<string, unknown>>;

const value: Schema = { type: ['string', 'number', 'boolean'] };

/** FilterTerm and RowSort as the sandbox takes them on this bridge. */
export function termSchemas(bridge: BridgeRecord): Readonly<Record<'FilterTerm' | 'RowSort', Schema>> {
  const columnIds = bridge.columns.map(({ columnId }) => columnId);
  const field = { enum: [...columnIds, 'entryName', 'buyerId', 'opportunityId', 'status', 'triggeredAt'] };
  const term = (operations: readonly string[], value: Schema, required = ['value']): Schema => ({
    type: 'object',
    required: ['field', 'operation', ...required],
    properties: { field, operation: { enum: operations }, value },
  });
  return {
    FilterTerm: {
      anyOf: [
        term(['Equals', 'DoesNotEqual'], value),
        term(['Any', 'None'], { type: 'array', items: value }),
        term(['IsEmpty', 'IsNotEmpty'], { type: 'null' }, []),
      ],
    },
    RowSort: {
      type: 'object',
      required: ['column'],
      properties: {
        column: { enum: [...columnIds, 'entryId', 'entryName', 'triggeredAt', 'rowUpdatedAt'] },
        direction: { enum: ['ASC', 'DESC'] },
      },
    },
  };
}

import type { BridgeRecord } from '../../sandbox/data/bridges.ts';

export type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: ['string', 'number', 'boolean'] };
const values: Readonly<Record<string, Schema>> = {
  text,
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  instant: { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] },
  status: { enum: ['New', 'Actioned', 'Saved', 'Attending', 'Sponsoring', 'NotInterested'] },
  uuid: { type: 'string', format: 'uuid' },
};

/** FilterTerm and RowSort as the sandbox takes them on this bridge. */
export function termSchemas(bridge: BridgeRecord): Readonly<Record<'FilterTerm' | 'RowSort', Schema>> {
  const fields = new Map([
    ['text', ['entryName']],
    ['uuid', ['buyerId', 'opportunityId']],
    ['status', ['status']],
    ['instant', ['triggeredAt']],
  ]);
  for (const { columnId, format } of bridge.columns) {
    const type = typeOf(format);
    fields.set(type, [...(fields.get(type) ?? []), columnId]);
  }
  const columnIds = bridge.columns.map(({ columnId }) => columnId);
  return {
    FilterTerm: { anyOf: [...fields].flatMap(([type, names]) => termsOf(type, names)) },
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

function termsOf(type: string, fields: readonly string[]): Schema[] {
  const value = values[type] ?? {};
  return [
    term(fields, ['Equals', 'DoesNotEqual'], value),
    term(fields, ['Any', 'None'], { type: 'array', items: value }),
    { ...term(fields, ['IsEmpty', 'IsNotEmpty'], { type: 'null' }), required: ['field', 'operation'] },
  ];
}

function term(fields: readonly string[], operations: readonly string[], value: Schema): Schema {
  return {
    type: 'object',
    required: ['field', 'operation', 'value'],
    properties: { field: { enum: fields }, operation: { enum: operations }, value },
  };
}

function typeOf(format: string): string {
  if (format === 'number' || format === 'currencyUnit') return 'number';
  return format === 'boolean' ? format : 'text';
}

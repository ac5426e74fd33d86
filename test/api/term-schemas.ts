import type { BridgeRecord } from '../../sandbox/data/bridges.ts';

export type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: ['string', 'number', 'boolean'] };
const day: Schema = {
  type: 'string',
  anyOf: [{ format: 'date' }, { format: 'date-time' }],
};
const values: Readonly<Record<string, Schema>> = {
  text,
  list: text,
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  day,
  instant: day,
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
  const isOrdered = type !== 'boolean' && type !== 'list';
  const hasParts = type !== 'boolean' && type !== 'instant';
  return [
    term(fields, ['Equals', 'DoesNotEqual', ...(isOrdered ? ['GreaterThan', 'LessThan'] : [])], value),
    term(fields, ['Any', 'None', 'ContainedBy', 'NotContainedBy'], listOf(value, 1_000)),
    ...(hasParts ? [term(fields, ['Contains', 'DoesNotContain'], text)] : []),
    ...(hasParts ? [term(fields, ['ContainsAny', 'ContainsAll'], listOf(text, 1_000))] : []),
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

function listOf(items: Schema, maxItems: number): Schema {
  return { type: 'array', items, maxItems };
}

function typeOf(format: string): string {
  if (format === 'number' || format === 'currencyUnit') return 'number';
  if (format === 'date') return 'day';
  return format === 'boolean' || format === 'list' ? format : 'text';
}

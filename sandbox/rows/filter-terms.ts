import type { BridgeRecord } from '../data/bridges.ts';
import type { Row } from '../data/make-row.ts';
import { badRequest, found } from '../http/api-error.ts';
import { isJsonObject } from '../http/read-json-object.ts';
import { type CellValue, cellValues, type FieldType, storedValue, typeOfFormat } from './field-values.ts';

interface Field {
  readonly type: FieldType;
  /** None for an empty cell, several for a list. */
  readonly read: (row: Row) => readonly CellValue[];
}

const entryFields = new Map<unknown, Field>(
  Object.entries<Field>({
    status: { type: 'status', read: ({ status }) => [status] },
    buyerId: { type: 'uuid', read: ({ buyer }) => (buyer ? [buyer.buyerId] : []) },
    opportunityId: {
      type: 'uuid',
      read: ({ entity }) => (entity?.type === 'Opportunity' ? [entity.id] : []),
    },
    entryName: { type: 'text', read: ({ name }) => [name] },
    triggeredAt: { type: 'instant', read: ({ signalDate }) => [signalDate] },
  }),
);

interface Operation {
  readonly takes: 'value' | 'list' | 'nothing';
  /** True where its positive is not: for an empty cell, too. */
  readonly negated: boolean;
}

/** In a list, `Equals` and `Any` look for one value that fits. */
const operations = new Map<unknown, Operation>(
  Object.entries<Operation>({
    Equals: { takes: 'value', negated: false },
    DoesNotEqual: { takes: 'value', negated: true },
    Any: { takes: 'list', negated: false },
    None: { takes: 'list', negated: true },
    IsNotEmpty: { takes: 'nothing', negated: false },
    IsEmpty: { takes: 'nothing', negated: true },
  }),
);

export type Condition = (row: Row) => boolean;

/** The conditions of `filters`, all of which must hold. Throws a 400 that names the member. */
export function parseFilters(bridge: BridgeRecord, filters: unknown): Condition[] {
  if (filters === undefined) return [];
  // Unlike sorts and query, the contract does not let it be null.
  if (!isJsonObject(filters))
    throw badRequest(`filters must be an object with terms, but is ${found(filters)}`);
  const { terms } = filters;
  if (!Array.isArray(terms)) throw badRequest(`filters.terms must be a list, but is ${found(terms)}`);
  return terms.map((term, index) => parseTerm(bridge, term, `filters.terms[${index}]`));
}

function parseTerm(bridge: BridgeRecord, term: unknown, where: string): Condition {
  if (!isJsonObject(term))
    throw badRequest(`${where} must be {field, operation, value}, but is ${found(term)}`);
  const { type, read } = findField(bridge, term.field, `${where}.field`);
  const operation = operations.get(term.operation);
  if (!operation) {
    const known = [...operations.keys()].join(', ');
    throw badRequest(`${where}.operation must be one of ${known}, but is ${found(term.operation)}`);
  }
  const { takes, negated } = operation;
  const wanted = parseValues(takes, type, term.value, `${where}.value`);
  return (row) => {
    const values = read(row);
    const fits = takes === 'nothing' ? values.length > 0 : values.some((value) => wanted.includes(value));
    return fits !== negated;
  };
}

function findField(bridge: BridgeRecord, name: unknown, where: string): Field {
  const entry = entryFields.get(name);
  if (entry) return entry;
  const column = bridge.columns.find(({ columnId }) => columnId === String(name).toLowerCase());
  if (!column) {
    throw badRequest(
      `${where} must be a columnId of the bridge or one of ${[...entryFields.keys()].join(', ')}, but is ${found(name)}`,
    );
  }
  return { type: typeOfFormat(column.format), read: (row) => cellValues(column, row) };
}

function parseValues(
  takes: Operation['takes'],
  type: FieldType,
  value: unknown,
  where: string,
): readonly CellValue[] {
  if (takes === 'value') return [storedValue(where, type, value)];
  if (takes === 'list') {
    if (!Array.isArray(value)) throw badRequest(`${where} must be a list, but is ${found(value)}`);
    return value.map((item, index) => storedValue(`${where}[${index}]`, type, item));
  }
  if (value === undefined || value === null) return [];
  throw badRequest(`${where} must be absent for this operation, but is ${found(value)}`);
}

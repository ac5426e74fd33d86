import type { BridgeRecord } from '../data/bridges.ts';
import type { Row } from '../data/make-row.ts';
import { badRequest, found } from '../http/api-error.ts';
import { isJsonObject } from '../http/read-json-object.ts';
import {
  type CellValue,
  cellValues,
  type FieldType,
  storedText,
  storedValue,
  typeOfFormat,
} from './field-values.ts';

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

/** Whether the values of a row's field fit. */
type Test = (values: readonly CellValue[]) => boolean;
type Operation = (type: FieldType, value: unknown, where: string) => Test;

/** In a list, `Equals`, `Any` and `Contains` look for one value that fits. */
const positives = new Map<unknown, Operation>(
  Object.entries<Operation>({
    Equals: (type, value, where) => {
      const wanted = storedValue(where, type, value);
      return (values) => values.includes(wanted);
    },
    Contains: contains,
    GreaterThan: (type, value, where) => compares(type, value, where, (item, bound) => item > bound),
    LessThan: (type, value, where) => compares(type, value, where, (item, bound) => item < bound),
    Any: (type, value, where) => {
      const wanted = listOf(value, where, (item, at) => storedValue(at, type, item));
      return (values) => values.some((item) => wanted.includes(item));
    },
    ContainsAny: (type, value, where) => {
      const parts = listOf(value, where, (item, at) => contains(type, item, at));
      return (values) => parts.some((fits) => fits(values));
    },
    ContainsAll: (type, value, where) => {
      const parts = listOf(value, where, (item, at) => contains(type, item, at));
      return (values) => parts.every((fits) => fits(values));
    },
    ContainedBy: (type, value, where) => {
      const wanted = listOf(value, where, (item, at) => storedValue(at, type, item));
      return (values) => values.length > 0 && values.every((item) => wanted.includes(item));
    },
    IsNotEmpty: (_type, value, where) => {
      if (value !== undefined && value !== null)
        throw badRequest(`${where} must be absent for this operation, but is ${found(value)}`);
      return (values) => values.length > 0;
    },
  }),
);

/** Each is true where its positive is not: for an empty cell, too. */
const negatives = new Map<unknown, string>(
  Object.entries({
    DoesNotEqual: 'Equals',
    DoesNotContain: 'Contains',
    None: 'Any',
    NotContainedBy: 'ContainedBy',
    IsEmpty: 'IsNotEmpty',
  }),
);

const mostTerms = 100;
const mostValues = 1_000;

export type Condition = (row: Row) => boolean;

/** The conditions of `filters`, all of which must hold. Throws a 400 that names the member. */
export function parseFilters(bridge: BridgeRecord, filters: unknown): Condition[] {
  if (filters === undefined) return [];
  // Unlike sorts and query, the contract does not let it be null.
  if (!isJsonObject(filters))
    throw badRequest(`filters must be an object with terms, but is ${found(filters)}`);
  const { terms } = filters;
  if (!Array.isArray(terms)) throw badRequest(`filters.terms must be a list, but is ${found(terms)}`);
  if (terms.length > mostTerms)
    throw badRequest(`filters.terms has ${terms.length} terms; at most ${mostTerms} are allowed`);
  return terms.map((term, index) => parseTerm(bridge, term, `filters.terms[${index}]`));
}

function parseTerm(bridge: BridgeRecord, term: unknown, where: string): Condition {
  if (!isJsonObject(term))
    throw badRequest(`${where} must be {field, operation, value}, but is ${found(term)}`);
  const { type, read } = findField(bridge, term.field, `${where}.field`);
  const negated = negatives.get(term.operation);
  const operation = positives.get(negated ?? term.operation);
  if (!operation) {
    const known = [...positives.keys(), ...negatives.keys()].join(', ');
    throw badRequest(`${where}.operation must be one of ${known}, but is ${found(term.operation)}`);
  }
  const fits = operation(type, term.value, `${where}.value`);
  return (row) => fits(read(row)) === (negated === undefined);
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

/** Of a list, one whole value; of any other field, a part of its text in any case. */
function contains(type: FieldType, value: unknown, where: string): Test {
  if (type === 'boolean' || type === 'instant') {
    throw badRequest(
      `${where} cannot be searched for: the field is not text; use Equals, GreaterThan or LessThan`,
    );
  }
  const text = storedText(where, value);
  if (type === 'list') return (values) => values.includes(text);
  const wanted = text.toLowerCase();
  return (values) => values.some((item) => String(item).toLowerCase().includes(wanted));
}

function compares(
  type: FieldType,
  value: unknown,
  where: string,
  fits: (item: CellValue, bound: CellValue) => boolean,
): Test {
  if (type === 'boolean' || type === 'list')
    throw badRequest(`${where} cannot be compared: the field has no order; use Equals or Any`);
  const bound = storedValue(where, type, value);
  return (values) => values.some((item) => typeof item === typeof bound && fits(item, bound));
}

function listOf<Item>(
  value: unknown,
  where: string,
  read: (item: unknown, where: string) => Item,
): readonly Item[] {
  if (!Array.isArray(value)) throw badRequest(`${where} must be a list, but is ${found(value)}`);
  if (value.length > mostValues)
    throw badRequest(`${where} has ${value.length} values; at most ${mostValues} are allowed`);
  return value.map((item, index) => read(item, `${where}[${index}]`));
}

import type { BridgeRecord } from '../data/bridges.ts';
import { badRequest, found } from '../http/api-error.ts';
import { isJsonObject } from '../http/read-json-object.ts';
import { type CellValue, cellValues } from './cell-values.ts';
import { type FieldType, storedText, storedValue, typeOfFormat } from './field-type.ts';
import type { StoredRow } from './row-store.ts';

const entryFields: Readonly<Record<string, Field>> = {
  status: { type: 'status', read: ({ status }) => [status] },
  buyerId: { type: 'uuid', read: ({ buyer }) => (buyer ? [buyer.buyerId] : []) },
  opportunityId: { type: 'uuid', read: ({ opportunityId }) => (opportunityId ? [opportunityId] : []) },
  entryName: { type: 'text', read: ({ name }) => [name] },
  triggeredAt: { type: 'instant', read: ({ signalDate }) => [signalDate] },
};

const operations = [
  'Equals',
  'DoesNotEqual',
  'Contains',
  'DoesNotContain',
  'GreaterThan',
  'LessThan',
  'Any',
  'None',
  'ContainsAny',
  'ContainsAll',
  'ContainedBy',
  'NotContainedBy',
  'IsEmpty',
  'IsNotEmpty',
] as const;
type Operation = (typeof operations)[number];

const mostTerms = 100;
const mostValues = 1_000;

export type Condition = (row: StoredRow) => boolean;

interface Field {
  readonly type: FieldType;
  /** None for an empty cell, several for a list. */
  readonly read: (row: StoredRow) => readonly CellValue[];
}

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
  const field = findField(bridge, term.field, `${where}.field`);
  const operation = operations.find((known) => known === term.operation);
  if (!operation) {
    throw badRequest(
      `${where}.operation must be one of ${operations.join(', ')}, but is ${found(term.operation)}`,
    );
  }
  return conditionOf(field, operation, term.value, `${where}.value`);
}

function findField(bridge: BridgeRecord, name: unknown, where: string): Field {
  const entry = typeof name === 'string' && Object.hasOwn(entryFields, name) ? entryFields[name] : undefined;
  if (entry) return entry;
  const column = bridge.columns.find(({ columnId }) => columnId === String(name).toLowerCase());
  if (!column) {
    throw badRequest(
      `${where} must be a columnId of the bridge or one of ${Object.keys(entryFields).join(', ')}, but is ${found(name)}`,
    );
  }
  return { type: typeOfFormat(column.format), read: (row) => cellValues(column, row) };
}

/**
 * In a list, `Equals`, `Any` and `Contains` look for one value that matches, and `ContainedBy` needs every value to
 * be among the given ones. In other fields, `Contains` looks for a part of the text and ignores case. Negative
 * operations are true for an empty cell.
 */
function conditionOf(field: Field, operation: Operation, value: unknown, where: string): Condition {
  const stored = (item: unknown, at = where) => storedValue(at, field.type, item);
  const each = (): Set<CellValue> =>
    new Set(listOf(value, where).map((item, index) => stored(item, `${where}[${index}]`)));
  switch (operation) {
    case 'Equals':
      return some(field, isIn(new Set([stored(value)])));
    case 'DoesNotEqual':
      return not(some(field, isIn(new Set([stored(value)]))));
    case 'Contains':
      return holds(field, value, where);
    case 'DoesNotContain':
      return not(holds(field, value, where));
    case 'GreaterThan':
    case 'LessThan':
      return compares(field, operation, value, where);
    case 'Any':
      return some(field, isIn(each()));
    case 'None':
      return not(some(field, isIn(each())));
    case 'ContainsAny':
    case 'ContainsAll': {
      const parts = listOf(value, where).map((item, index) => holds(field, item, `${where}[${index}]`));
      return operation === 'ContainsAny'
        ? (row) => parts.some((fits) => fits(row))
        : (row) => parts.every((fits) => fits(row));
    }
    case 'ContainedBy':
      return isWithin(field, each());
    case 'NotContainedBy':
      return not(isWithin(field, each()));
    case 'IsEmpty':
    case 'IsNotEmpty': {
      if (value !== undefined && value !== null) {
        throw badRequest(`${where} must be absent with ${operation}, but is ${found(value)}`);
      }
      const filled = some(field, () => true);
      return operation === 'IsEmpty' ? not(filled) : filled;
    }
  }
}

function some({ read }: Field, fits: (value: CellValue) => boolean): Condition {
  return (row) => read(row).some(fits);
}

function not(condition: Condition): Condition {
  return (row) => !condition(row);
}

function isIn(wanted: ReadonlySet<CellValue>): (value: CellValue) => boolean {
  return (value) => wanted.has(value);
}

function isWithin({ read }: Field, wanted: ReadonlySet<CellValue>): Condition {
  return (row) => read(row).length > 0 && read(row).every(isIn(wanted));
}

function compares(
  field: Field,
  operation: 'GreaterThan' | 'LessThan',
  value: unknown,
  where: string,
): Condition {
  if (field.type === 'boolean' || field.type === 'list') {
    throw badRequest(`${where} cannot be compared: the field has no order; use Equals or Any`);
  }
  const bound = storedValue(where, field.type, value);
  return some(
    field,
    (item) => typeof item === typeof bound && (operation === 'GreaterThan' ? item > bound : item < bound),
  );
}

function holds(field: Field, value: unknown, where: string): Condition {
  if (field.type === 'list') return some(field, isIn(new Set([storedText(where, value)])));
  if (field.type === 'boolean' || field.type === 'instant') {
    throw badRequest(
      `${where} cannot be searched for: the field is not text; use Equals, GreaterThan or LessThan`,
    );
  }
  const wanted = storedText(where, value).toLowerCase();
  return some(field, (item) => String(item).toLowerCase().includes(wanted));
}

function listOf(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw badRequest(`${where} must be a list, but is ${found(value)}`);
  if (value.length > mostValues)
    throw badRequest(`${where} has ${value.length} values; at most ${mostValues} are allowed`);
  return value;
}

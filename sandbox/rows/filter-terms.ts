import type { BridgeRecord } from '../data/bridges.ts';
import { badRequest, found } from '../http/api-error.ts';
import { isJsonObject } from '../http/read-json-object.ts';
import { type FieldType, storedText, storedValue, typeOfFormat } from './field-type.ts';

const entryFields: Readonly<Record<string, { readonly expression: string; readonly type: FieldType }>> = {
  status: { expression: 'r.status', type: 'status' },
  buyerId: { expression: 'r.buyer_id', type: 'uuid' },
  opportunityId: { expression: 'r.opportunity_id', type: 'uuid' },
  entryName: { expression: 'r.name', type: 'text' },
  triggeredAt: { expression: 'r.signal_date', type: 'instant' },
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

/** A condition on `rows r` and the values of its question marks. */
export interface SqlCondition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

interface Field {
  readonly type: FieldType;
  /** A condition that is true for a row with a value that meets `condition`; `@` in it stands for the value. */
  some(condition: string, values: readonly (string | number)[]): SqlCondition;
}

/** The conditions of `filters`, all of which must hold. Throws a 400 that names the member. */
export function parseFilters(bridge: BridgeRecord, filters: unknown): SqlCondition[] {
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

function parseTerm(bridge: BridgeRecord, term: unknown, where: string): SqlCondition {
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
  if (entry) {
    return {
      type: entry.type,
      some: (condition, values) => ({ sql: condition.replaceAll('@', entry.expression), values }),
    };
  }
  const column = bridge.columns.find(({ columnId }) => columnId === String(name).toLowerCase());
  if (!column) {
    throw badRequest(
      `${where} must be a columnId of the bridge or one of ${Object.keys(entryFields).join(', ')}, but is ${found(name)}`,
    );
  }
  return {
    type: typeOfFormat(column.format),
    some: (condition, values) => ({
      sql: `r.no IN (SELECT row_no FROM cells WHERE column_no = ? AND ${condition.replaceAll('@', 'value')})`,
      values: [column.no, ...values],
    }),
  };
}

/**
 * In a list, `Equals`, `Any` and `Contains` look for one value that matches, and `ContainedBy` needs every value to
 * be among the given ones. In other fields, `Contains` looks for a part of the text and ignores case. Negative
 * operations are true for an empty cell.
 */
function conditionOf(field: Field, operation: Operation, value: unknown, where: string): SqlCondition {
  const stored = (item: unknown, at = where) => storedValue(at, field.type, item);
  const each = (items: unknown): (string | number)[] =>
    listOf(items, where).map((item, index) => stored(item, `${where}[${index}]`));
  const any = (items: readonly (string | number)[]) =>
    field.some(`@ IN (SELECT value FROM json_each(?))`, [JSON.stringify(items)]);
  switch (operation) {
    case 'Equals':
      return field.some('@ = ?', [stored(value)]);
    case 'DoesNotEqual':
      return not(field.some('@ = ?', [stored(value)]));
    case 'Contains':
      return holds(field, value, where);
    case 'DoesNotContain':
      return not(holds(field, value, where));
    case 'GreaterThan':
    case 'LessThan':
      if (field.type === 'boolean' || field.type === 'list') {
        throw badRequest(`${where} cannot be compared: the field has no order; use Equals or Any`);
      }
      return field.some(operation === 'GreaterThan' ? '@ > ?' : '@ < ?', [stored(value)]);
    case 'Any':
      return any(each(value));
    case 'None':
      return not(any(each(value)));
    case 'ContainsAny':
      return joined(' OR ', '0', partsOf(field, value, where));
    case 'ContainsAll':
      return joined(' AND ', '1', partsOf(field, value, where));
    case 'ContainedBy':
      return containedBy(field, each(value));
    case 'NotContainedBy':
      return not(containedBy(field, each(value)));
    case 'IsEmpty':
    case 'IsNotEmpty': {
      if (value !== undefined && value !== null) {
        throw badRequest(`${where} must be absent with ${operation}, but is ${found(value)}`);
      }
      const filled = field.some('@ IS NOT NULL', []);
      return operation === 'IsEmpty' ? not(filled) : filled;
    }
  }
}

function holds(field: Field, value: unknown, where: string): SqlCondition {
  if (field.type === 'list') return field.some('@ = ?', [storedText(where, value)]);
  if (field.type === 'boolean' || field.type === 'instant') {
    throw badRequest(
      `${where} cannot be searched for: the field is not text; use Equals, GreaterThan or LessThan`,
    );
  }
  return field.some('instr(lower(@), lower(?)) > 0', [storedText(where, value)]);
}

function partsOf(field: Field, value: unknown, where: string): SqlCondition[] {
  const items = listOf(value, where);
  // Each part is a condition of its own, and SQLite nests them: a longer list would be too deep.
  if (items.length > mostTerms)
    throw badRequest(`${where} has ${items.length} values; at most ${mostTerms} are allowed`);
  return items.map((item, index) => holds(field, item, `${where}[${index}]`));
}

function containedBy(field: Field, items: readonly (string | number)[]): SqlCondition {
  const outside = field.some('@ NOT IN (SELECT value FROM json_each(?))', [JSON.stringify(items)]);
  return joined(' AND ', '1', [field.some('@ IS NOT NULL', []), not(outside)]);
}

function listOf(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw badRequest(`${where} must be a list, but is ${found(value)}`);
  if (value.length > mostValues)
    throw badRequest(`${where} has ${value.length} values; at most ${mostValues} are allowed`);
  return value;
}

/**
 * A condition on an empty value is NULL, which counts as false. Only here: around every condition, `coalesce` would
 * keep SQLite from using its indices.
 */
function not({ sql, values }: SqlCondition): SqlCondition {
  return { sql: `NOT coalesce((${sql}), 0)`, values };
}

function joined(by: string, whenEmpty: string, conditions: readonly SqlCondition[]): SqlCondition {
  if (conditions.length === 0) return { sql: whenEmpty, values: [] };
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(by)})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

import { ArgumentError } from '../domain/errors.ts';
import { isRecord } from './is-record.ts';
import { checkSortColumn } from './sort-column.ts';
import type { BridgeRowsQuery, BuyerSignalsQuery } from './types.ts';
import { isUuid } from './uuid.ts';

/** Each function throws `ArgumentError`, which names the field, what was found and the mend. */

export function checkUuid(field: string, value: unknown): void {
  if (isUuid(value)) return;
  refuse(field, value, 'must be a UUID such as 0b9f5c1e-51d2-4c39-8f0e-0d2c3a4b5c6d');
}

export function checkBuyerSignalsQuery(query: BuyerSignalsQuery): void {
  checkUuid('buyerId', query.buyerId);
  checkList('triggerIds', query.triggerIds, checkUuid);
  if (query.sort !== undefined && query.sort !== 'Date' && query.sort !== 'Hotness') {
    refuse('sort', query.sort, 'must be Date or Hotness');
  }
  checkWhole('pageNumber', query.pageNumber);
  checkWhole('pageSize', query.pageSize);
  checkList('filterType', query.filterType, checkWord);
  checkList('status', query.status, checkWord);
  if (query.relativeDatePeriodFrom !== undefined) {
    checkWord('relativeDatePeriodFrom', query.relativeDatePeriodFrom);
  }
}

export function checkBridgeRowsQuery(query: BridgeRowsQuery): void {
  checkUuid('bridgeId', query.bridgeId);
  checkWhole('pageNumber', query.pageNumber);
  checkWhole('pageSize', query.pageSize, 100);
  if (query.query !== undefined && query.query !== null && typeof query.query !== 'string') {
    refuse('query', query.query, 'must be text, or null');
  }
  checkFilters(query.filters);
  if (query.sorts === null) return;
  checkList('sorts', query.sorts, (field, sort) => {
    if (!isRecord(sort)) refuse(field, sort, 'must be an object {column, direction}');
    checkSortColumn(`${field}.column`, sort.column);
    if (sort.direction !== undefined) checkWord(`${field}.direction`, sort.direction);
  });
}

function checkFilters(filters: unknown): void {
  if (filters === undefined) return;
  if (!isRecord(filters)) refuse('filters', filters, 'must be an object {terms: […]}');
  if (filters.terms === undefined) refuse('filters.terms', undefined, 'must be an array, empty for all rows');
  checkList('filters.terms', filters.terms, (field, term) => {
    if (!isRecord(term)) refuse(field, term, 'must be an object {field, operation, value}');
    checkWord(`${field}.field`, term.field);
    checkWord(`${field}.operation`, term.operation);
  });
}

function checkList(field: string, values: unknown, check: (field: string, value: unknown) => void): void {
  if (values === undefined) return;
  if (!Array.isArray(values)) refuse(field, values, 'must be an array');
  for (const [index, value] of values.entries()) check(`${field}[${index}]`, value);
}

/** Enumerations are open: any word may be one that the service knows. */
function checkWord(field: string, value: unknown): void {
  if (typeof value !== 'string' || value.trim() === '') refuse(field, value, 'must be a word');
}

function checkWhole(field: string, value: unknown, most = Number.MAX_SAFE_INTEGER): void {
  if (value === undefined) return;
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return;
  const bounds = most === Number.MAX_SAFE_INTEGER ? 'of 1 or more' : `from 1 to ${most}`;
  refuse(field, value, `must be a whole number ${bounds}`);
}

function refuse(field: string, found: unknown, mend: string): never {
  throw new ArgumentError(field, `${field}: found ${describeFound(found)}; it ${mend}`);
}

function describeFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

import type { Envelope } from '../../shared/bridge-api/index.ts';
import { badRequest, found } from './api-error.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** In lower case, as rows hold them. Throws a 400 that names the field. */
export function parseUuid(field: string, text: string): string {
  if (!isUuid(text)) throw badRequest(`${field} must be a UUID, but is ${found(text)}`);
  return text.toLowerCase();
}

export function oneOf(field: string, known: readonly string[], text: string): string {
  if (!known.includes(text)) {
    throw badRequest(`${field} must be one of ${known.join(', ')}, but is ${found(text)}`);
  }
  return text;
}

/**
 * The value of a single-value parameter. Throws a 400 if it is given twice: ignoring one of them would hide a
 * mistake.
 */
export function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  if (values.length > 1) throw badRequest(`${name} may be given once, but was given ${values.length} times`);
  return values[0];
}

/** The values of an array parameter, which may be repeated or joined by commas. */
export function several(parameters: URLSearchParams, name: string): string[] {
  return parameters.getAll(name).flatMap((value) => value.split(','));
}

export interface Paging {
  /** From 1. */
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** `pageNumber` from 1 (default 1), `pageSize` 1 to 100 (default 10). Throws a 400 on anything else. */
export function parsePaging(parameters: URLSearchParams): Paging {
  return {
    pageNumber: wholeNumber(parameters, 'pageNumber', 1, 2 ** 31 - 1),
    pageSize: wholeNumber(parameters, 'pageSize', 10, 100),
  };
}

function wholeNumber(parameters: URLSearchParams, name: string, fallback: number, most: number): number {
  const text = single(parameters, name);
  if (text === undefined) return fallback;
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 1 && value <= most)) {
    throw badRequest(`${name} must be a whole number from 1 to ${most}, but is ${found(text)}`);
  }
  return value;
}

/** A page after the last one is empty, not an error. */
export function pageOf<Item, Shown>(
  { pageNumber, pageSize }: Paging,
  items: readonly Item[],
  show: (item: Item) => Shown,
): Envelope<Shown> {
  const totalPages = Math.ceil(items.length / pageSize);
  const result = items.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(show);
  return { pageNumber, pageSize, totalItems: items.length, totalPages, result };
}

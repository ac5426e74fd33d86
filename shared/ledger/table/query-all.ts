import { inParallel } from '../../domain/concurrency.ts';
import { compareText } from './evaluate-condition.ts';
import type { Item, Table, TablePage, TableQuery } from './table.ts';

/** Every item of a partition whose sort key begins with `prefix`, page by page. */
export async function* queryAll(
  table: Table,
  pk: string,
  prefix: string,
  limit?: number,
): AsyncGenerator<Item> {
  for await (const items of queryPages(table, pk, prefix, limit)) yield* items;
}

/** The same as pages of at most `limit` items or about a megabyte, for work on several items at once. */
export async function* queryPages(
  table: Table,
  pk: string,
  prefix: string,
  limit?: number,
): AsyncGenerator<readonly Item[]> {
  yield* pagesOf(table, queryOf(pk, prefix, limit));
}

/** Every item of a partition whose sort key is one of two or between them. */
export async function* queryRange(
  table: Table,
  pk: string,
  between: readonly [first: string, last: string],
): AsyncGenerator<Item> {
  for await (const items of pagesOf(table, { pk, between })) yield* items;
}

/**
 * `queryPages` of several partitions as if they were one: in the order of the sort keys. Holds one page of each partition,
 * and reads them in parallel.
 */
export async function* queryMerged(
  table: Table,
  pks: readonly string[],
  prefix: string,
  limit?: number,
): AsyncGenerator<readonly Item[]> {
  const sources = pks.map((pk): Source => ({ pk, page: [], given: 0, cursor: undefined, isAtEnd: false }));
  const readOn = async (source: Source): Promise<void> => {
    const { items, cursor } = await queryPage(table, queryOf(source.pk, prefix, limit), source.cursor);
    Object.assign(source, { page: items, given: 0, cursor, isAtEnd: cursor === undefined });
  };
  for (let dry = sources; dry.length > 0; dry = sources.filter(isDry)) {
    await inParallel(dry, dry.length, readOn);
    const items = takeInOrder(sources);
    if (items.length > 0) yield items;
  }
}

/** One of several partitions: its last page, and how much of that was given out. */
interface Source {
  readonly pk: string;
  page: readonly Item[];
  given: number;
  cursor: string | undefined;
  isAtEnd: boolean;
}

/** Nobody knows its next item before it is read on. */
function isDry(source: Source): boolean {
  return nextOf(source) === undefined && !source.isAtEnd;
}

function nextOf({ page, given }: Source): Item | undefined {
  return page[given];
}

/** Up to where a partition is dry: what it has next may come before what the others have. */
function takeInOrder(sources: readonly Source[]): Item[] {
  const taken: Item[] = [];
  while (!sources.some(isDry)) {
    const [first, ...others] = sources.filter((source) => nextOf(source) !== undefined);
    if (first === undefined) break;
    const next = others.reduce((least, source) => (isBefore(source, least) ? source : least), first);
    taken.push(nextOf(next) as Item);
    next.given += 1;
  }
  return taken;
}

function isBefore(one: Source, other: Source): boolean {
  return compareText(nextOf(one)?.sk ?? '', nextOf(other)?.sk ?? '') < 0;
}

type WholeQuery = Omit<TableQuery, 'cursor'>;

function queryOf(pk: string, prefix: string, limit: number | undefined): WholeQuery {
  return { pk, prefix, ...(limit === undefined ? {} : { limit }) };
}

async function* pagesOf(table: Table, query: WholeQuery): AsyncGenerator<readonly Item[]> {
  let cursor: string | undefined;
  do {
    const page = await queryPage(table, query, cursor);
    yield page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

function queryPage(table: Table, query: WholeQuery, cursor: string | undefined): Promise<TablePage> {
  return table.query({ ...query, ...(cursor === undefined ? {} : { cursor }) });
}

import type { DueQuery, Key, TableQuery } from './table.ts';

/** The end of a page: the key of its last item, and its `dueAt` in the due index. */
export interface PagePosition extends Key {
  readonly dueAt?: number;
}

/** The cursor is opaque to callers and the same for every adapter. */
export function writeCursor(position: PagePosition): string {
  const { pk, sk, dueAt } = position;
  return Buffer.from(JSON.stringify([pk, sk, ...(dueAt === undefined ? [] : [dueAt])])).toString('base64url');
}

/** The end of the previous page; undefined for the first. Throws `RangeError` on a cursor of another query. */
export function queryPosition({ cursor, pk }: TableQuery): PagePosition | undefined {
  if (cursor === undefined) return undefined;
  const position = readCursor(cursor, 'query');
  if (position.pk !== pk) throw new RangeError('the cursor belongs to another partition');
  return position;
}

export function duePosition({ cursor }: DueQuery): PagePosition | undefined {
  return cursor === undefined ? undefined : readCursor(cursor, 'due');
}

function readCursor(cursor: string, kind: 'query' | 'due'): PagePosition {
  const found = parse(cursor);
  const [pk, sk, dueAt] = Array.isArray(found) ? found : [];
  if (typeof pk === 'string' && typeof sk === 'string') {
    if (kind === 'query' && dueAt === undefined) return { pk, sk };
    if (kind === 'due' && typeof dueAt === 'number') return { pk, sk, dueAt };
  }
  throw new RangeError(`not a cursor of a ${kind} page: pass the previous page's cursor unchanged`);
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

import type { OutboxEntry } from '../domain/outbox.ts';
import type { Signal } from '../domain/signal.ts';
import type { Blobs } from './blobs.ts';
import { outboxPrefix, routeKey } from './keys.ts';
import { loadText } from './payload.ts';
import { queryPages } from './query-all.ts';
import { numberOf } from './read-item.ts';
import type { Item, Table } from './table.ts';

/** Makes less of a signal as it is read; `size` is the length of its JSON text. */
export type Lessen = (signal: Signal, size: number) => Signal;

/** The entries that wait for a route, oldest first, at most `limit`: a consistent read. */
export async function readOutbox(
  table: Table,
  blobs: Blobs,
  routeId: string,
  limit: number,
): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = [];
  for await (const page of pageOutbox(table, blobs, routeId, undefined, limit)) {
    entries.push(...page.slice(0, limit - entries.length));
    if (entries.length >= limit) break;
  }
  return entries;
}

/** All entries that wait for a route, oldest first, in pages of `limit` or about a megabyte: consistent reads. */
export async function* pageOutbox(
  table: Table,
  blobs: Blobs,
  routeId: string,
  lessen: Lessen = (signal) => signal,
  limit?: number,
): AsyncGenerator<readonly OutboxEntry[]> {
  for await (const items of queryPages(table, routeKey(routeId).pk, outboxPrefix, limit)) {
    const entries: OutboxEntry[] = [];
    for (const item of items) entries.push(await outboxEntry(blobs, routeId, item, lessen));
    yield entries;
  }
}

async function outboxEntry(blobs: Blobs, routeId: string, item: Item, lessen: Lessen): Promise<OutboxEntry> {
  const text = 'text' in item || 'textBlob' in item ? await loadText(blobs, item) : null;
  return {
    routeId,
    key: item.sk,
    buyerId: String(item.buyerId),
    firstSeenAt: numberOf(item, 'firstSeenAt') ?? 0,
    releaseAt: numberOf(item, 'releaseAt'),
    hot: item.hot === true,
    hotnessRank: numberOf(item, 'hotnessRank'),
    released: item.released === true,
    signal: text === null ? null : lessen(JSON.parse(text) as Signal, text.length),
  };
}

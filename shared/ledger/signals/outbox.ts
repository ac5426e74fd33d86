import type { OutboxEntry } from '../../domain/signals/outbox.ts';
import type { Signal } from '../../domain/signals/signal.ts';
import { outboxPrefix, routeKey } from '../keys.ts';
import { queryPages } from '../table/query-all.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import type { Item, Table } from '../table/table.ts';

/** The entries that wait for a route, oldest first, at most `limit`: a consistent read. */
export async function readOutbox(table: Table, routeId: string, limit: number): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = [];
  for await (const page of pageOutbox(table, routeId, limit)) {
    entries.push(...page.slice(0, limit - entries.length));
    if (entries.length >= limit) break;
  }
  return entries;
}

/** All entries that wait for a route, oldest first, in pages of `limit` or about a megabyte: consistent reads. */
export async function* pageOutbox(
  table: Table,
  routeId: string,
  limit?: number,
): AsyncGenerator<readonly OutboxEntry[]> {
  for await (const items of queryPages(table, routeKey(routeId).pk, outboxPrefix, limit)) {
    yield items.map((item) => outboxEntry(routeId, item));
  }
}

function outboxEntry(routeId: string, item: Item): OutboxEntry {
  const text = stringOf(item, 'text');
  return {
    routeId,
    key: item.sk,
    buyerId: String(item.buyerId),
    firstSeenAt: numberOf(item, 'firstSeenAt') ?? 0,
    releaseAt: numberOf(item, 'releaseAt'),
    hot: item.hot === true,
    hotnessRank: numberOf(item, 'hotnessRank'),
    released: item.released === true,
    handedOver: item.handedOver === true,
    signal: text === null ? null : (JSON.parse(text) as Signal),
  };
}

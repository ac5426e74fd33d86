import type { OutboxEntry } from '../../domain/signals/outbox.ts';
import { isUnreadableId, type Signal } from '../../domain/signals/signal.ts';
import { outboxPrefix, routeKey } from '../keys.ts';
import { queryPages } from '../table/query-all.ts';
import { numberOf, parsedOf } from '../table/read-item.ts';
import type { Item, Table } from '../table/table.ts';
import { signalIdOfEntry } from './taken-over.ts';

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
  const signal = signalIn(item);
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
    damaged: signal === null && !isUnreadableId(signalIdOfEntry(item.sk)),
    signal,
  };
}

/** Null for what came in no readable form, and for what is damaged: it must hold up no other signal of its route. */
function signalIn(item: Item): Signal | null {
  const parsed = parsedOf(item, 'text');
  if (!isRecord(parsed) || !isRecord(parsed.columns)) return null;
  const isWhole = typeof parsed.bridgeId === 'string' && typeof parsed.rowId === 'string';
  return isWhole ? (parsed as unknown as Signal) : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

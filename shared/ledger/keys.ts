import { createHash } from 'node:crypto';
import type { Key } from './table.ts';

/** The only place that knows how items are keyed. */
export const buyerKey = (buyerId: string): Key => ({ pk: `B#${buyerId}`, sk: 'META' });
export const summaryKey = (buyerId: string): Key => ({ pk: `B#${buyerId}`, sk: 'SUMMARY' });
export const cutOffKey = (buyerId: string): Key => ({ pk: `B#${buyerId}`, sk: 'CUTOFF' });
export const signalKey = (buyerId: string, signalId: string): Key => ({
  pk: `B#${buyerId}`,
  sk: `SIG#${signalId}`,
});

export const routeKey = (routeId: string): Key => ({ pk: `R#${routeId}`, sk: 'META' });
/** A slot that left entries behind which still wait for a summary. */
export const lateKey = (routeId: string): Key => ({ pk: `R#${routeId}`, sk: 'LATE' });

export const outboxPrefix = 'OUT#';
/** With the buyer in it: two buyers can share a row, and see it in the same millisecond. */
export const outboxKey = (routeId: string, firstSeenAt: number, buyerId: string, signalId: string): Key => ({
  pk: `R#${routeId}`,
  sk: `${outboxPrefix}${new Date(firstSeenAt).toISOString()}#${buyerId}#${signalId}`,
});

/** Where a flood's entries go, under what follows `OUT#` in their key. */
export const asidePrefixes = { held: 'HELD#', dropped: 'DROP#' } as const;

export const digestPrefix = 'DIG#';
export const slotPrefix = (slot: string): string => `${digestPrefix}${slot}#`;
export const digestKey = (routeId: string, slot: string, part: number): Key => ({
  pk: `R#${routeId}`,
  sk: `${slotPrefix(slot)}${String(part).padStart(4, '0')}`,
});

export const rosterKey = (bridgeId: string): Key => ({ pk: `BR#${bridgeId}`, sk: 'META' });
export const rosterBuyerPrefix = 'BUY#';
export const rosterBuyerKey = (bridgeId: string, buyerId: string): Key => ({
  pk: `BR#${bridgeId}`,
  sk: `${rosterBuyerPrefix}${buyerId}`,
});

/** The limiter and the breaker that all instances share. */
export const upstreamKey: Key = { pk: 'U#api', sk: 'LIMITER' };

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** `msg_` + base32(sha256(route, slot, part)): the same message has the same id, whoever composes it. */
export function digestIdOf(routeId: string, slot: string, part: number): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([routeId, slot, part]))
    .digest();
  let bits = '';
  for (const byte of hash) bits += byte.toString(2).padStart(8, '0');
  const letters = bits.match(/.{1,5}/g)?.map((five) => base32[Number.parseInt(five.padEnd(5, '0'), 2)]);
  return `msg_${letters?.join('')}`;
}

/** A few shards keep the due index from being one hot partition. */
export const dueShards: readonly string[] = ['due-0', 'due-1', 'due-2', 'due-3'];

function dueShardOf(key: Key): string {
  const digit = Number.parseInt(sha256(`${key.pk}/${key.sk}`).slice(0, 2), 16);
  return dueShards[digit % dueShards.length] as string;
}

/** The attributes that put an item into the due index. */
export function dueAttributes(key: Key, dueAt: number): { dueShard: string; dueAt: number } {
  return { dueShard: dueShardOf(key), dueAt };
}

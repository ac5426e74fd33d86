import { hash } from 'node:crypto';
import { isoTime } from '../../domain/clock.ts';
import type { DigestPointer } from '../../domain/digests/delivery.ts';
import type { Lane } from '../../domain/lane.ts';
import type { Mute } from '../../domain/routes/mute.ts';
import { isUnreadableId } from '../../domain/rows/signal.ts';
import type { Item, Key } from '../table/table.ts';

/** The only place that knows the items' keys. Functions are granted access by family: see ADR 0037. */
export const keyFamilies = {
  buyers: 'B#',
  signals: 'S#',
  /** Within `routes`: what may touch those may touch these. */
  mutes: 'R#.mutes',
  routes: 'R#',
  outbox: 'O#',
  rosters: 'BR#',
  upstream: 'U#',
  polls: 'P#',
  columns: 'C#',
  history: 'H#',
  alerts: 'A#',
  inbound: 'I#',
  owner: 'L#',
} as const;
type Family = keyof typeof keyFamilies;
const pkOf = (family: Family, id: string): string => `${keyFamilies[family]}${id}`;
const keyIn = (family: Family, id: string, sk: string): Key => ({ pk: pkOf(family, id), sk });

export const buyerKey = (buyerId: string): Key => keyIn('buyers', buyerId, 'META');
export const buyerOf = ({ pk }: Key): string => pk.slice(keyFamilies.buyers.length);
export const summaryKey = (buyerId: string): Key => keyIn('buyers', buyerId, 'SUMMARY');
const becamePrefix = 'ROW#';
export const becameKey = (buyerId: string, signalId: string): Key =>
  keyIn('buyers', buyerId, `${becamePrefix}${signalId}`);
export const becameOf = ({ sk }: Key): string => sk.slice(becamePrefix.length);
export const valueWaitKey = (buyerId: string): Key => keyIn('buyers', buyerId, 'VALUES');
/** The buyer is left out: a row that moves to another buyer stays the same signal. */
export const signalKey = (signalId: string): Key => keyIn('signals', signalId, 'SEEN');
export const signalIdOfKey = ({ pk }: Key): string => pk.slice(keyFamilies.signals.length);

export const routeKey = (routeId: string): Key => keyIn('routes', routeId, 'META');

export const inFlightKey = (routeId: string): Key => ({ pk: routeKey(routeId).pk, sk: 'INFLIGHT' });

export const outboxPrefix = 'OUT#';
export const outboxKey = (routeId: string, firstSeenAt: number, signalId: string): Key =>
  entryKey(routeId, `${outboxPrefix}${isoTime(firstSeenAt)}#${signalId}`);

/** Entries are a family of their own, so that the function that calls destinations can read none. */
export const outboxPk = (routeId: string): string => pkOf('outbox', routeId);
export const entryKey = (routeId: string, sk: string): Key => ({ pk: outboxPk(routeId), sk });

/** Milliseconds since the epoch; null for a key that is not an outbox's. */
export function firstSeenIn(sk: string): number | null {
  if (!sk.startsWith(outboxPrefix)) return null;
  const time = Date.parse(sk.slice(outboxPrefix.length, sk.indexOf('#', outboxPrefix.length)));
  return Number.isNaN(time) ? null : time;
}

/** Entries that leave the outbox without a digest have these prefixes; the rest of the key is as after `OUT#`. */
export const heldPrefix = 'HELD#';
export const archivePrefix = 'GONE#';

/** All routes that the ledger has stored anything for are here. No route can have this name. */
export const registryPk = `${keyFamilies.routes}.registry`;
export const registryKey = (routeId: string): Key => ({ pk: registryPk, sk: routeId });

/** No route can have this name. */
export const mutesPk = keyFamilies.mutes;
export const muteKey = ({ kind, id, routeId }: Pick<Mute, 'kind' | 'id' | 'routeId'>): Key => ({
  pk: mutesPk,
  sk: `${kind}${routeId === undefined ? '' : `@${routeId}`}#${id}`,
});

/** A signal that waits for values is in the outboxes' family, for a transaction with them. No route has this name. */
export const awaitedKey = (buyerId: string, signalId: string): Key =>
  keyIn('outbox', `.awaited#${buyerId}`, signalId);

/** It exists exactly while the digest is neither delivered nor discarded. */
export const owedPrefix = 'OWED#';
export const owedKey = ({ pk, sk }: Key): Key => ({ pk, sk: `${owedPrefix}${sk}` });
export const owedDigestOf = ({ pk, sk }: Key): Key => ({ pk, sk: sk.slice(owedPrefix.length) });

export const digestPrefix = 'DIG#';
export const digestKey = ({ routeId, slot, part }: DigestPointer): Key =>
  keyIn('routes', routeId, `${digestPrefix}${slot}#${String(part).padStart(4, '0')}`);

/** Null for a key that is not a digest's. */
export function digestPointerOf(key: Key): DigestPointer | null {
  if (!key.pk.startsWith(keyFamilies.routes) || !key.sk.startsWith(digestPrefix)) return null;
  const [slot, part] = key.sk.slice(digestPrefix.length).split('#');
  return { routeId: key.pk.slice(keyFamilies.routes.length), slot: slot as string, part: Number(part) };
}

export const columnsKey = (bridgeId: string): Key => keyIn('columns', bridgeId.toLowerCase(), 'META');

export const rosterKey = (bridgeId: string): Key => keyIn('rosters', bridgeId, 'META');
export const rosterBuyerPrefix = 'BUY#';
export const rosterBuyerKey = (bridgeId: string, buyerId: string): Key =>
  keyIn('rosters', bridgeId, `${rosterBuyerPrefix}${buyerId}`);
export const rosterBuyerOf = ({ sk }: Key): string => sk.slice(rosterBuyerPrefix.length);

/** A newcomer appeared in a watched bridge after the bridge was first read completely. No bridge can have this name. */
export const newcomerKey = (buyerId: string): Key => keyIn('rosters', '.newcomers', `NEW#${buyerId}`);

export const newsKey: Key = keyIn('polls', 'all', 'NEWS');

/** One partition has the plan of polls, so that a tick reads it in one query. */
export const pollPlanKey: Key = keyIn('polls', 'all', 'META');
export const bridgeMarkPrefix = 'BRIDGE#';
export const bridgeMarkKey = (bridgeId: string): Key =>
  keyIn('polls', 'all', `${bridgeMarkPrefix}${bridgeId}`);

export const troublePrefix = 'TROUBLE#';
export const pollingPk = pollPlanKey.pk;

/** A column may have any name, so it is hashed. */
export const columnSeenKey = (name: string): Key =>
  keyIn('polls', 'all', `SEEN#${sha256(name).slice(0, 32)}`);

export const alertsKey: Key = keyIn('alerts', 'all', 'STATE');

export const ownerKey: Key = keyIn('owner', 'all', 'META');

/** A call's id may be long, so it is hashed. */
export const handledCallKey = (path: string, id: string): Key =>
  keyIn('inbound', sha256(`${path} ${id}`), 'HANDLED');

export const upstreamKey = (lane: Lane): Key => keyIn('upstream', 'api', `LIMITER#${lane}`);

/** `2026-11`: the history is kept in a partition a month, so that 90 days are few queries. */
export const monthOf = (time: number): string => isoTime(time).slice(0, 'YYYY-MM'.length);

/** A first reading records faster than one partition can be written. A buyer's records are all in one. */
const recordShards = 8;
export const recordPks = (month: string): string[] =>
  Array.from({ length: recordShards }, (_, shard) => recordPk(month, shard));
const recordPk = (month: string, shard: number): string => pkOf('history', `SIG#${month}#${shard}`);

/** The oldest comes first. */
export function recordsOfBuyer(buyerId: string, month: string): { pk: string; prefix: string } {
  // A hash is shorter than the longest id: the key has room for three of them only.
  const buyer = sha256(buyerId).slice(0, 16);
  return { pk: recordPk(month, Number.parseInt(buyer.slice(0, 2), 16) % recordShards), prefix: `${buyer}#` };
}

export function recordKey(buyerId: string, firstSeenAt: number, signalId: string): Key {
  const { pk, prefix } = recordsOfBuyer(buyerId, monthOf(firstSeenAt));
  return { pk, sk: `${prefix}${isoTime(firstSeenAt)}#${signalId}` };
}

/** The order is that of the slots. */
export const digestEntryPk = (month: string): string => pkOf('history', `DIG#${month}`);
export const digestEntryKey = ({ routeId, slot, part }: DigestPointer): Key => ({
  pk: digestEntryPk(slot.slice(0, 'YYYY-MM'.length)),
  sk: `${slot}#${routeId}#${String(part).padStart(4, '0')}`,
});

/** `2026-11-24T08` and a route's id, or nothing for all routes. */
export const tallyPk = (month: string): string => pkOf('history', `HOUR#${month}`);
export const tallyKey = (time: number, routeId: string): Key => ({
  pk: tallyPk(monthOf(time)),
  sk: `${isoTime(time).slice(0, 'YYYY-MM-DDTHH'.length)}#${routeId}`,
});

/** `2026-11-24T08#lists`. */
export const callsPk = (month: string): string => pkOf('history', `CALLS#${month}`);
export const callsKey = (time: number, lane: Lane): Key => ({
  pk: callsPk(monthOf(time)),
  sk: `${isoTime(time).slice(0, 'YYYY-MM-DDTHH'.length)}#${lane}`,
});

export function sha256(text: string): string {
  return hash('sha256', text);
}

/** Several shards keep the due index from being one hot partition. */
export const dueShards: readonly string[] = ['due-0', 'due-1', 'due-2', 'due-3'];
export const buyerDueShards: readonly string[] = ['buyer-0', 'buyer-1', 'buyer-2', 'buyer-3'];
/** Buyers whose last poll failed are few, and found at once. */
export const failingDueShard = 'failing-0';
const shardsOf = { due: dueShards, buyer: buyerDueShards, failing: [failingDueShard] };

/** `kind`: which of the shards the item is in. */
export function dueAttributes(
  key: Key,
  dueAt: number,
  kind: keyof typeof shardsOf = 'due',
): { dueShard: string; dueAt: number } {
  const shards = shardsOf[kind];
  const digit = Number.parseInt(sha256(`${key.pk}/${key.sk}`).slice(0, 2), 16);
  return { dueShard: shards[digit % shards.length] as string, dueAt };
}

/** The part of a key after the time, of a waiting or held entry or a member. */
export function signalIdOfEntry(sk: string): string {
  const rest = entrySuffix({ sk });
  return rest.slice(rest.indexOf('#') + 1);
}

/** Lower case; null for an item that could not be read. */
export function bridgeIdOfEntry(sk: string): string | null {
  const signalId = signalIdOfEntry(sk);
  return isUnreadableId(signalId) ? null : signalId.slice(0, signalId.indexOf('#'));
}

/** The part of an entry's key after `OUT#` or `HELD#`. */
export function entrySuffix({ sk }: Pick<Item, 'sk'>): string {
  return sk.slice(sk.indexOf('#') + 1);
}

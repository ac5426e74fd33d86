import { hash } from 'node:crypto';
import { isoTime } from '../../domain/clock.ts';
import type { DigestPointer } from '../../domain/digests/delivery.ts';
import type { Lane } from '../../domain/lane.ts';
import type { Mute } from '../../domain/routes/mute.ts';
import type { Key } from '../table/table.ts';

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
const pkOf = (family: keyof typeof keyFamilies, id: string): string => `${keyFamilies[family]}${id}`;

export const buyerKey = (buyerId: string): Key => ({ pk: pkOf('buyers', buyerId), sk: 'META' });
export const buyerOf = ({ pk }: Key): string => pk.slice(keyFamilies.buyers.length);
export const summaryKey = (buyerId: string): Key => ({
  pk: pkOf('buyers', buyerId),
  sk: 'SUMMARY',
});
/** What became of a row of the buyer, as its lists showed it last. */
const becamePrefix = 'ROW#';
export const becameKey = (buyerId: string, signalId: string): Key => ({
  pk: pkOf('buyers', buyerId),
  sk: `${becamePrefix}${signalId}`,
});
export const becameOf = ({ sk }: Key): string => sk.slice(becamePrefix.length);
/** When the values that the buyer's signals wait for are read again. */
export const valueWaitKey = (buyerId: string): Key => ({ pk: pkOf('buyers', buyerId), sk: 'VALUES' });
/** Without the buyer: a row that moves to another buyer stays the same signal. */
export const signalKey = (signalId: string): Key => ({ pk: pkOf('signals', signalId), sk: 'SEEN' });
export const signalOf = ({ pk }: Key): string => pk.slice(keyFamilies.signals.length);

export const routeKey = (routeId: string): Key => ({ pk: pkOf('routes', routeId), sk: 'META' });

/** The route's current attempts, and its pause after timeouts. */
export const inFlightKey = (routeId: string): Key => ({ pk: routeKey(routeId).pk, sk: 'INFLIGHT' });

export const outboxPrefix = 'OUT#';
export const outboxKey = (routeId: string, firstSeenAt: number, signalId: string): Key =>
  entryKey(routeId, `${outboxPrefix}${isoTime(firstSeenAt)}#${signalId}`);

/**
 * A route's entries: waiting, held or archived signals. They are a family of their own, so that the function
 * that calls destinations can read none.
 */
export const outboxPk = (routeId: string): string => pkOf('outbox', routeId);
export const entryKey = (routeId: string, sk: string): Key => ({ pk: outboxPk(routeId), sk });

/** When the signal of an outbox key was first seen, in milliseconds since the epoch; null for any other key. */
export function firstSeenIn(sk: string): number | null {
  if (!sk.startsWith(outboxPrefix)) return null;
  const time = Date.parse(sk.slice(outboxPrefix.length, sk.indexOf('#', outboxPrefix.length)));
  return Number.isNaN(time) ? null : time;
}

/** Prefixes for entries that leave the outbox without a digest; the rest of the key is as after `OUT#`. */
export const heldPrefix = 'HELD#';
export const archivePrefix = 'GONE#';

/** All routes that the ledger has stored anything for, by id. No route can have this name. */
export const registryPk = `${keyFamilies.routes}.registry`;
export const registryKey = (routeId: string): Key => ({ pk: registryPk, sk: routeId });

/** What operators muted. No route can have this name. */
export const mutesPk = keyFamilies.mutes;
export const muteKey = ({ kind, id, routeId }: Pick<Mute, 'kind' | 'id' | 'routeId'>): Key => ({
  pk: mutesPk,
  sk: `${kind}${routeId === undefined ? '' : `@${routeId}`}#${id}`,
});

/** A buyer's signal that waits for values: in the outboxes' family, for a transaction with them. No route has this name. */
export const awaitedKey = (buyerId: string, signalId: string): Key => ({
  pk: outboxPk(`.awaited#${buyerId}`),
  sk: signalId,
});

/** Points to a digest that its route still has to send. It exists exactly while the digest is neither delivered nor discarded. */
export const owedPrefix = 'OWED#';
export const owedKey = ({ pk, sk }: Key): Key => ({ pk, sk: `${owedPrefix}${sk}` });
export const owedDigestOf = ({ pk, sk }: Key): Key => ({ pk, sk: sk.slice(owedPrefix.length) });

export const digestPrefix = 'DIG#';
export const digestKey = (routeId: string, slot: string, part: number): Key => ({
  pk: pkOf('routes', routeId),
  sk: `${digestPrefix}${slot}#${String(part).padStart(4, '0')}`,
});

/** Null for the key of anything but a digest. */
export function digestPointerOf(key: Key): DigestPointer | null {
  if (!key.pk.startsWith(keyFamilies.routes) || !key.sk.startsWith(digestPrefix)) return null;
  const [slot, part] = key.sk.slice(digestPrefix.length).split('#');
  return { routeId: key.pk.slice(keyFamilies.routes.length), slot: slot as string, part: Number(part) };
}

/** What a bridge's metadata says of its columns. */
export const columnsKey = (bridgeId: string): Key => ({
  pk: pkOf('columns', bridgeId.toLowerCase()),
  sk: 'META',
});

export const rosterKey = (bridgeId: string): Key => ({ pk: pkOf('rosters', bridgeId), sk: 'META' });
export const rosterBuyerPrefix = 'BUY#';
export const rosterBuyerKey = (bridgeId: string, buyerId: string): Key => ({
  pk: pkOf('rosters', bridgeId),
  sk: `${rosterBuyerPrefix}${buyerId}`,
});
export const rosterBuyerOf = ({ sk }: Key): string => sk.slice(rosterBuyerPrefix.length);

/**
 * A buyer that appeared in a watched bridge after the bridge was first read completely. No bridge can have this name.
 */
export const newcomerKey = (buyerId: string): Key => ({
  pk: pkOf('rosters', '.newcomers'),
  sk: `NEW#${buyerId}`,
});

/** The last tick and the last new signal. */
export const newsKey: Key = { pk: pkOf('polls', 'all'), sk: 'NEWS' };

/** The plan of polls: one partition, so that a tick reads it in one query. */
export const pollPlanKey: Key = { pk: pkOf('polls', 'all'), sk: 'META' };
export const bridgeMarkPrefix = 'BRIDGE#';
export const bridgeMarkKey = (bridgeId: string): Key => ({
  pk: pollPlanKey.pk,
  sk: `${bridgeMarkPrefix}${bridgeId}`,
});

/** What went wrong last: with the polling, or at a route. */
export const troublePrefix = 'TROUBLE#';
export const pollingPk = pollPlanKey.pk;

/** When a signal with a value in a column was recorded. A column may have any name. */
export const columnSeenKey = (name: string): Key => ({
  pk: pollingPk,
  sk: `SEEN#${sha256(name).slice(0, 32)}`,
});

/** Every alert that is raised, and what people are not told of yet. */
export const alertsKey: Key = { pk: pkOf('alerts', 'all'), sk: 'STATE' };

/** The stage whose ledger it is. */
export const ownerKey: Key = { pk: pkOf('owner', 'all'), sk: 'META' };

/** A handled call from outside, whose id may be long. */
export const handledCallKey = (path: string, id: string): Key => ({
  pk: pkOf('inbound', sha256(`${path} ${id}`)),
  sk: 'HANDLED',
});

/** The limiter and the breaker of a lane, which all instances share. */
export const upstreamKey = (lane: Lane): Key => ({
  pk: pkOf('upstream', 'api'),
  sk: `LIMITER#${lane}`,
});

/** `2026-11`: the history is kept in a partition a month, so that 90 days are few queries. */
export const monthOf = (time: number): string => isoTime(time).slice(0, 'YYYY-MM'.length);

/** In shards: a first reading records faster than one partition can be written. A buyer's records are all in one. */
const recordShards = 8;
export const recordPks = (month: string): string[] =>
  Array.from({ length: recordShards }, (_, shard) => recordPk(month, shard));
const recordPk = (month: string, shard: number): string => pkOf('history', `SIG#${month}#${shard}`);

/** Where the records of a buyer's signals of a month are, oldest first. */
export function recordsOfBuyer(buyerId: string, month: string): { pk: string; prefix: string } {
  // A hash is shorter than the longest id: the key has room for three of them only.
  const buyer = sha256(buyerId).slice(0, 16);
  return { pk: recordPk(month, Number.parseInt(buyer.slice(0, 2), 16) % recordShards), prefix: `${buyer}#` };
}

/** What is remembered of a recorded signal. */
export function recordKey(buyerId: string, firstSeenAt: number, signalId: string): Key {
  const { pk, prefix } = recordsOfBuyer(buyerId, monthOf(firstSeenAt));
  return { pk, sk: `${prefix}${isoTime(firstSeenAt)}#${signalId}` };
}

/** What is remembered of a digest, in the order of slots. */
export const digestEntryPk = (month: string): string => pkOf('history', `DIG#${month}`);
export const digestEntryKey = ({ routeId, slot, part }: DigestPointer): Key => ({
  pk: digestEntryPk(slot.slice(0, 'YYYY-MM'.length)),
  sk: `${slot}#${routeId}#${String(part).padStart(4, '0')}`,
});

/** Counts of an hour: `2026-11-24T08` and a route's id, or nothing for all routes. */
export const tallyPk = (month: string): string => pkOf('history', `HOUR#${month}`);
export const tallyKey = (time: number, routeId: string): Key => ({
  pk: tallyPk(monthOf(time)),
  sk: `${isoTime(time).slice(0, 'YYYY-MM-DDTHH'.length)}#${routeId}`,
});

/** Calls of an hour in a lane: `2026-11-24T08#lists`. */
export const callsPk = (month: string): string => pkOf('history', `CALLS#${month}`);
export const callsKey = (time: number, lane: Lane): Key => ({
  pk: callsPk(monthOf(time)),
  sk: `${isoTime(time).slice(0, 'YYYY-MM-DDTHH'.length)}#${lane}`,
});

export function sha256(text: string): string {
  return hash('sha256', text);
}

/** Several shards, so that the due index is not one hot partition. */
export const dueShards: readonly string[] = ['due-0', 'due-1', 'due-2', 'due-3'];
export const buyerDueShards: readonly string[] = ['buyer-0', 'buyer-1', 'buyer-2', 'buyer-3'];
/** The buyers whose last poll failed: they are few, and found at once. */
export const failingDueShard = 'failing-0';
const shardsOf = { due: dueShards, buyer: buyerDueShards, failing: [failingDueShard] };

/** The attributes that put an item into the due index: with the digests, the buyers or the failing buyers. */
export function dueAttributes(
  key: Key,
  dueAt: number,
  kind: keyof typeof shardsOf = 'due',
): { dueShard: string; dueAt: number } {
  const shards = shardsOf[kind];
  const digit = Number.parseInt(sha256(`${key.pk}/${key.sk}`).slice(0, 2), 16);
  return { dueShard: shards[digit % shards.length] as string, dueAt };
}

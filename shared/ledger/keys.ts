import { hash } from 'node:crypto';
import type { DigestPointer } from '../domain/digests/delivery.ts';
import type { Lane } from '../domain/upstream/breaker.ts';
import type { Key } from './table/table.ts';

/** The only place that knows how items are keyed. A family is what a function can be granted: see ADR 0037. */
export const keyFamilies = {
  buyers: 'B#',
  signals: 'S#',
  routes: 'R#',
  rosters: 'BR#',
  upstream: 'U#',
  tallies: 'T#',
  polls: 'P#',
  installation: 'I#',
} as const;
const pkOf = (family: keyof typeof keyFamilies, id: string): string => `${keyFamilies[family]}${id}`;

export const buyerKey = (buyerId: string): Key => ({ pk: pkOf('buyers', buyerId), sk: 'META' });
export const summaryKey = (buyerId: string): Key => ({
  pk: pkOf('buyers', buyerId),
  sk: 'SUMMARY',
});
export const cutOffKey = (buyerId: string): Key => ({ pk: pkOf('buyers', buyerId), sk: 'CUTOFF' });
/** The pages that were read by then, from part 1 on. */
export const cutOffPartKey = (buyerId: string, part: number): Key => ({
  pk: pkOf('buyers', buyerId),
  sk: `CUTOFF#${String(part).padStart(4, '0')}`,
});
/** Whichever buyer lists it: a row that moves to another buyer stays the same signal. */
export const signalKey = (signalId: string): Key => ({ pk: pkOf('signals', signalId), sk: 'SEEN' });

/** What tells this ledger from all others. */
export const installationKey: Key = { pk: pkOf('installation', 'own'), sk: 'META' };

export const routeKey = (routeId: string): Key => ({ pk: pkOf('routes', routeId), sk: 'META' });
/** A slot that left entries behind. */
export const lateKey = (routeId: string): Key => ({ pk: pkOf('routes', routeId), sk: 'LATE' });

/** Which attempts of the route are under way, and whether its destination has stopped answering. */
export const inFlightKey = (routeId: string): Key => ({ pk: routeKey(routeId).pk, sk: 'INFLIGHT' });

/** Where the route's last heartbeat ended. */
export const heartbeatKey = (routeId: string): Key => ({ pk: routeKey(routeId).pk, sk: 'HEARTBEAT' });

export const outboxPrefix = 'OUT#';
export const outboxKey = (routeId: string, firstSeenAt: number, signalId: string): Key => ({
  pk: pkOf('routes', routeId),
  sk: `${outboxPrefix}${new Date(firstSeenAt).toISOString()}#${signalId}`,
});

/** When the signal of an outbox key was first seen, in milliseconds since the epoch; null for any other key. */
export function firstSeenIn(sk: string): number | null {
  if (!sk.startsWith(outboxPrefix)) return null;
  const time = Date.parse(sk.slice(outboxPrefix.length, sk.indexOf('#', outboxPrefix.length)));
  return Number.isNaN(time) ? null : time;
}

/** Where entries go that leave the outbox for no digest, under what follows `OUT#` in their key. */
export const heldPrefix = 'HELD#';
export const droppedPrefix = 'DROP#';
export const archivePrefix = 'GONE#';

/** All routes that anything was ever written down for, by their ids; no route can be called so. */
export const registryPk = `${keyFamilies.routes}.registry`;
export const registryKey = (routeId: string): Key => ({ pk: registryPk, sk: routeId });

/** Stands in a table while a ledger is copied into it, which is not whole by then. Beside the registry: a deploy reads it. */
export const restoreMarkKey: Key = { pk: `${keyFamilies.routes}.restore`, sk: 'META' };

/**
 * Points to a digest, its own or one that was handed over to it, that a route still has to send: there is one exactly
 * while the digest is neither delivered nor discarded, in the partition of the route that sends it.
 */
export const owedPrefix = 'OWED#';
export const owedKey = (sender: string, digest: Key): Key => pointerKey(owedPrefix, sender, digest);
/** Points to a digest of another route that this one has delivered. */
export const handedPrefix = 'HAND#';
export const handedKey = (sender: string, digest: Key): Key => pointerKey(handedPrefix, sender, digest);

function pointerKey(prefix: string, sender: string, { pk, sk }: Key): Key {
  return { pk: pkOf('routes', sender), sk: `${prefix}${pk.slice(keyFamilies.routes.length)}#${sk}` };
}

/** A signal that came to a route by being handed over: it comes to it once. */
export const takenOverKey = (routeId: string, signalId: string): Key => ({
  pk: pkOf('routes', routeId),
  sk: `TOOK#${signalId}`,
});

export const digestPrefix = 'DIG#';
export const slotPrefix = (slot: string): string => `${digestPrefix}${slot}#`;
export const digestKey = (routeId: string, slot: string, part: number): Key => ({
  pk: pkOf('routes', routeId),
  sk: `${slotPrefix(slot)}${String(part).padStart(4, '0')}`,
});

/** Null for the key of anything but a digest. */
export function digestPointerOf(key: Key): DigestPointer | null {
  if (!key.pk.startsWith(keyFamilies.routes) || !key.sk.startsWith(digestPrefix)) return null;
  const [slot, part] = key.sk.slice(digestPrefix.length).split('#');
  return { routeId: key.pk.slice(keyFamilies.routes.length), slot: slot as string, part: Number(part) };
}

export const rosterKey = (bridgeId: string): Key => ({ pk: pkOf('rosters', bridgeId), sk: 'META' });
export const rosterBuyerPrefix = 'BUY#';
export const rosterBuyerKey = (bridgeId: string, buyerId: string): Key => ({
  pk: pkOf('rosters', bridgeId),
  sk: `${rosterBuyerPrefix}${buyerId}`,
});

/** A buyer that appeared in a watched bridge after that was read through once; no bridge can be called so. */
export const newcomerKey = (buyerId: string): Key => ({
  pk: pkOf('rosters', '.newcomers'),
  sk: `NEW#${buyerId}`,
});

/** What happened, by day: read by heartbeats, and owed to nobody. */
export const talliesPk = `${keyFamilies.tallies}all`;
export const dayTallyPrefix = 'DAY#';
export const dayTallyKey = (day: string): Key => ({ pk: talliesPk, sk: `${dayTallyPrefix}${day}` });
export const newsKey: Key = { pk: talliesPk, sk: 'NEWS' };

/** Who is due to be polled: one partition, so that a tick reads it in one query. */
export const pollPlanKey: Key = { pk: pkOf('polls', 'all'), sk: 'META' };
export const bridgeMarkPrefix = 'BRIDGE#';
export const bridgeMarkKey = (bridgeId: string): Key => ({
  pk: pollPlanKey.pk,
  sk: `${bridgeMarkPrefix}${bridgeId}`,
});
export const calmPrefix = 'CALM#';
export const calmKey = (buyerId: string): Key => ({ pk: pollPlanKey.pk, sk: `${calmPrefix}${buyerId}` });

/** The limiter and the breaker of a lane, which all instances share. */
export const upstreamKey = (lane: Lane): Key => ({
  pk: pkOf('upstream', 'api'),
  sk: `LIMITER#${lane}`,
});

export function sha256(text: string): string {
  return hash('sha256', text);
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * `msg_` + base32(sha256(installation, route, slot, part)): within an installation the same message has the same id,
 * whichever instance composes it.
 */
export function digestIdOf(installation: string, routeId: string, slot: string, part: number): string {
  const bytes = hash('sha256', JSON.stringify([installation, routeId, slot, part]), 'buffer');
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
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

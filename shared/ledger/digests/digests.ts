import {
  type DigestClaim,
  type DigestPointer,
  type DigestState,
  type FrozenDigest,
  type Settlement,
  senderOf,
} from '../../domain/digests/delivery.ts';
import {
  digestKey,
  digestPrefix,
  dueAttributes,
  firstSeenIn,
  handedKey,
  routeKey,
  sha256,
  slotPrefix,
} from '../keys.ts';
import { misplacedMark } from '../routes/route-registry.ts';
import { isDisabled } from '../routes/routes.ts';
import { absent, all, any, atMost, equals, missing, present } from '../table/conditions.ts';
import { queryAll } from '../table/query-all.ts';
import { numberOf, stringOf, stringsOf } from '../table/read-item.ts';
import {
  type Condition,
  ConditionFailedError,
  type Item,
  type Key,
  type Table,
  type TableUpdate,
  type TableWrite,
  TransactionCancelledError,
} from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';
import { dropOwed, putOwed } from './digest-listing.ts';

/** How long a delivered digest is kept to be looked up; only then does it get a time to live. */
const keepDeliveredMs = 30 * 86_400_000;

/** The number of the next part of a slot: 1 when nothing was frozen for it yet. */
export async function nextPart(table: Table, routeId: string, slot: string): Promise<number> {
  let last = 0;
  for await (const item of queryAll(table, routeKey(routeId).pk, slotPrefix(slot))) {
    last = Math.max(last, numberOf(item, 'part') ?? 0);
  }
  return last + 1;
}

/**
 * Puts the digest and takes its members out of the outbox, all or nothing. False when another composer was
 * faster: the bytes are thrown away, and the caller reads the outbox again.
 */
export async function freezeDigest(
  table: Table,
  ports: TryAgainPorts,
  digest: FrozenDigest,
  now: number,
): Promise<boolean> {
  const item = describeFrozen(digest, now);
  const pk = routeKey(digest.routeId).pk;
  const writes: TableWrite[] = [
    { kind: 'put', item, condition: absent },
    putOwed(digest.routeId, item, now),
    ...digest.members.map((sk): TableWrite => ({ kind: 'delete', key: { pk, sk }, condition: present })),
  ];
  try {
    await tryAgain(ports, () => table.transact(writes));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCancelledError)) throw error;
    const [put] = error.reasons;
    if (put?.code === 'too-large') throw error;
    // An earlier try of this very write, whose result stayed unknown, shows as the same bytes in place.
    return put?.code === 'condition-failed' && put.item?.sha256 === item.sha256;
  }
}

/** A digest as it is written down. No renderer's body comes near the size of an item. */
export function describeFrozen(digest: FrozenDigest, now: number): Item {
  const key = digestKey(digest.routeId, digest.slot, digest.part);
  return {
    ...key,
    digestId: digest.digestId,
    routeId: digest.routeId,
    slot: digest.slot,
    part: digest.part,
    destinationType: digest.destinationType,
    sha256: sha256(digest.body),
    members: digest.members,
    signals: digest.members.length,
    state: 'FROZEN',
    fence: 0,
    attempts: 0,
    frozenAt: now,
    v: 1,
    ...dueAttributes(key, now),
    text: digest.body,
    ...(digest.plainBody === undefined ? {} : { plainText: digest.plainBody }),
  };
}

/**
 * Takes a digest for sending when it is due and nobody else's, or when its sender's lease has run out. Null, too, when
 * it was settled or made due since it was read: the claim would go on with a number of attempts, or a form, of before.
 */
export async function claimDigest(
  table: Table,
  pointer: DigestPointer,
  now: number,
  leaseMs: number,
): Promise<DigestClaim | null> {
  const key = digestKey(pointer.routeId, pointer.slot, pointer.part);
  const item = await table.get(key);
  if (!item) return null;
  const before = numberOf(item, 'fence') ?? 0;
  const condition = all(
    equals('fence', before),
    asRead(item, 'state'),
    asRead(item, 'attempts'),
    any(
      all(equals('state', 'FROZEN'), atMost('dueAt', now)),
      all(equals('state', 'SENDING'), atMost('leaseUntil', now)),
    ),
  );
  const body = bodyToSend(item);
  // A later version may keep its bytes elsewhere: what this one can't read it must not send, or mark as sent.
  if (body === null)
    throw new TypeError(`${key.pk} ${key.sk}: found no text; go back to the version that wrote it`);
  const set = {
    state: 'SENDING',
    fence: before + 1,
    leaseUntil: now + leaseMs,
    ...dueAttributes(key, now + leaseMs),
  };
  try {
    await table.update({ key, set, condition });
  } catch (error) {
    if (error instanceof ConditionFailedError) return null;
    throw error;
  }
  return {
    pointer,
    digestId: stringOf(item, 'digestId') ?? '',
    destinationType: stringOf(item, 'destinationType') ?? '',
    body,
    fence: before + 1,
    attempts: numberOf(item, 'attempts') ?? 0,
    ambiguous: item.state === 'SENDING',
    throttledSince: numberOf(item, 'throttledSince'),
    rewritable: stringOf(item, 'plainText') !== null && item.form !== 'plain',
    // A replay comes late because somebody asked for it, which says nothing about the way of a signal.
    oldestSeenAt: 'replayedAt' in item ? null : oldestOf(stringsOf(item, 'members')),
    via: stringOf(item, 'via') ?? undefined,
  };
}

/** The form whose turn it is; null where a later version keeps it elsewhere. */
export function bodyToSend(item: Item): string | null {
  const plain = stringOf(item, 'plainText');
  return item.form === 'plain' && plain !== null ? plain : stringOf(item, 'text');
}

function asRead(item: Item, name: 'state' | 'attempts'): Condition {
  const value = item[name];
  return typeof value === 'string' || typeof value === 'number' ? equals(name, value) : missing(name);
}

function oldestOf(members: readonly string[]): number | null {
  const times = members.map(firstSeenIn).filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Writes down what an attempt came to, if the claim still holds. `attempted` is false when the destination was
 * not called at all, or said when to come again: that uses up no attempt. False when the claim was lost in between.
 */
export async function settleDigest(
  table: Table,
  ports: TryAgainPorts,
  claim: DigestClaim,
  settlement: Settlement,
  now: number,
  attempted = true,
): Promise<boolean> {
  const key = digestKey(claim.pointer.routeId, claim.pointer.slot, claim.pointer.part);
  const condition = all(equals('state', 'SENDING'), equals('fence', claim.fence));
  const attempts = claim.attempts + (attempted ? 1 : 0);
  const common = { state: settlement.to, attempts, settledFence: claim.fence };
  const undue = ['dueShard', 'dueAt', 'leaseUntil', 'throttledSince'];
  const update =
    settlement.to === 'FROZEN'
      ? {
          set: {
            ...common,
            ...(settlement.form === undefined ? {} : { form: settlement.form }),
            ...(settlement.reason === undefined ? {} : { reason: settlement.reason }),
            ...(settlement.throttledSince === undefined ? {} : { throttledSince: settlement.throttledSince }),
            ...dueAttributes(key, settlement.nextAttemptAt),
          },
          remove: ['leaseUntil', ...(settlement.throttledSince === undefined ? ['throttledSince'] : [])],
        }
      : settlement.to === 'DELIVERED'
        ? {
            set: { ...common, deliveredAt: now, expiresAt: keepUntil(now) },
            remove: [...undue, 'reason'],
          }
        : { set: { ...common, reason: settlement.reason }, remove: undue };
  const write = { key, ...update, condition };
  const settle = async (): Promise<void> => {
    if (settlement.to === 'HELD') await hold(table, claim, settlement, write);
    else if (settlement.to === 'DELIVERED') await table.transact(deliveredWrites(claim, write, now));
    else await table.update(write);
  };
  // An earlier try of this write, whose result stayed unknown, has left its own fence behind.
  const isOwn = (item: Item | undefined): boolean => item?.settledFence === claim.fence;
  try {
    await tryAgain(ports, settle);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return isOwn(error.item);
    if (!(error instanceof TransactionCancelledError)) throw error;
    const [digest, route] = error.reasons;
    if (digest?.code === 'condition-failed') return isOwn(digest.item);
    if (route?.code !== 'condition-failed') throw error;
    return settleDigest(table, ports, claim, { to: 'FROZEN', nextAttemptAt: now }, now, attempted);
  }
}

function keepUntil(deliveredAt: number): number {
  return Math.ceil((deliveredAt + keepDeliveredMs) / 1000);
}

/** Nobody has to send it any more. A route that it was handed over to finds it again by a pointer, for a replay. */
function deliveredWrites(claim: DigestClaim, update: TableUpdate, now: number): TableWrite[] {
  const sender = senderOf(claim);
  const { pk, sk } = update.key;
  const set = { digestPk: pk, digestSk: sk, at: now, expiresAt: keepUntil(now), v: 1 };
  const pointer = { key: handedKey(sender, update.key), set };
  return [
    { kind: 'update', ...update },
    dropOwed(sender, update.key),
    ...(claim.via === undefined ? [] : [{ kind: 'update', ...pointer } as const]),
  ];
}

/**
 * Keeps a digest only if its route is still disabled: whoever enables it makes due what is kept, and looks once. One
 * that its route can't take leaves a mark, by which the sweep finds it when the config has changed.
 */
function hold(
  table: Table,
  claim: DigestClaim,
  { misplaced = false }: Extract<Settlement, { to: 'HELD' }>,
  update: TableUpdate,
): Promise<void> {
  const sender = senderOf(claim);
  if (!misplaced) {
    return table.transact([
      { kind: 'update', ...update },
      { kind: 'check', key: routeKey(sender), condition: isDisabled },
    ]);
  }
  return table.transact([
    { kind: 'update', ...update, set: { ...update.set, misplaced: true } },
    misplacedMark(sender, claim.digestId, claim.fence),
  ]);
}

/** Makes a kept or waiting digest due at once. False when it is in none of the states named. */
export async function makeDue(
  table: Table,
  pointer: DigestPointer,
  from: readonly DigestState[],
  now: number,
): Promise<boolean> {
  const key = digestKey(pointer.routeId, pointer.slot, pointer.part);
  const condition = any(...from.map((state) => equals('state', state)));
  // A redriven digest gets the whole schedule of attempts again; a waiting one only has its next one moved up.
  const renewed = !from.includes('FROZEN');
  const set = { state: 'FROZEN', ...(renewed ? { attempts: 0 } : {}), ...dueAttributes(key, now) };
  const remove = ['reason', 'misplaced', ...(renewed ? ['throttledSince'] : [])];
  try {
    await table.update({ key, set, remove, condition });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

/** Ends the lease on a digest or a summary whose holder is known to be dead: the next claim counts as ambiguous. */
export async function endLease(table: Table, key: Key, now: number): Promise<void> {
  const held = { kind: 'compare', attribute: 'leaseUntil', is: '>', value: now } as const;
  const set = { leaseUntil: now, ...dueAttributes(key, now) };
  await updateIf(table, { key, set }, held);
}

/**
 * Makes what waits for its time due at once, and gives a digest its whole schedule of attempts again: a run by
 * hand tries everything, and running it often must not use the schedule up.
 */
export async function bringForward(table: Table, key: Key, now: number): Promise<void> {
  const waits = { kind: 'missing', attribute: 'leaseUntil' } as const;
  const isDigest = key.sk.startsWith(digestPrefix);
  const set = { ...(isDigest ? { attempts: 0 } : {}), ...dueAttributes(key, now) };
  await updateIf(
    table,
    { key, set, ...(isDigest ? { remove: ['throttledSince'] } : {}) },
    all(present, waits),
  );
}

async function updateIf(table: Table, update: TableUpdate, condition: Condition): Promise<void> {
  try {
    await table.update({ ...update, condition });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

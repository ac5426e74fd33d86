import type { AttemptRecord } from '../../domain/digests/attempt.ts';
import type { DigestClaim, DigestPointer } from '../../domain/digests/delivery.ts';
import { dueAfterClaim, farthestMs } from '../../domain/digests/next-attempt.ts';
import type { FirstMessage } from '../../domain/digests/reply.ts';
import { attemptsIn } from '../history/digest-entries.ts';
import { listingOf } from '../items/digest-listing.ts';
import { digestKey, dueAttributes, firstSeenIn } from '../items/keys.ts';
import { above, all, any, asRead, atMost, equals, ifHolds } from '../table/conditions.ts';
import { numberOf, stringOf, stringsOf } from '../table/read-item.ts';
import type { Item, LedgerPorts } from '../table/table.ts';

export function createClaiming({ table }: LedgerPorts) {
  return {
    /**
     * Claims a digest that no sender has, or whose sender stored no outcome by the next attempt's time. Null
     * otherwise, and also if it was settled or made due since it was read: the claim would have an outdated number of
     * attempts or form. The attempt counts from here on: a sender that can never store an outcome would otherwise
     * send the digest for ever.
     */
    async claim(pointer: DigestPointer, now: number, leaseMs: number): Promise<DigestClaim | null> {
      const key = digestKey(pointer);
      const item = await table.get(key);
      if (!item) return null;
      const before = numberOf(item, 'fence') ?? 0;
      const condition = all(
        equals('fence', before),
        asRead(item, 'state'),
        asRead(item, 'attempts'),
        any(equals('state', 'FROZEN'), equals('state', 'HELD'), equals('state', 'SENDING')),
        any(atMost('dueAt', now), above('dueAt', now + farthestMs)),
      );
      const body = bodyToSend(item);
      // A later version may store the bytes elsewhere: this version must not send, or mark as sent, what it can't
      // read.
      if (body === null)
        throw new TypeError(`${key.pk} ${key.sk}: found no text; go back to the version that wrote it`);
      const fence = before + 1;
      const claimed = describeClaimed(item);
      const attempts = claimed.attempts + 1;
      const leaseUntil = now + leaseMs;
      const due = dueAttributes(key, dueAfterClaim(attempts, leaseUntil, now));
      const set = { state: 'SENDING', fence, attempts, leaseUntil, ...due };
      const { holds } = await ifHolds(table.update({ key, set, condition }));
      return holds ? { pointer, body, fence, ...claimed } : null;
    },

    /** Null when the message is kept no more. */
    async readFirstMessage(pointer: DigestPointer): Promise<FirstMessage | null> {
      const item = await table.get(digestKey(pointer));
      if (!item) return null;
      const { digestId, state, dueAt } = listingOf(item);
      return { digestId, state, dueAt, thread: stringOf(item, 'thread') };
    },

    /** Null if the digest is kept no more, 30 days after its delivery, or in a later version's form. */
    async read(pointer: DigestPointer) {
      const item = await table.get(digestKey(pointer));
      const body = item ? bodyToSend(item) : null;
      if (item === undefined || body === null) return null;
      return {
        ...listingOf(item),
        /** The text that is sent, or was: the plain form, once the first was rejected. */
        body,
        plainBody: stringOf(item, 'plainText') ?? undefined,
        /** Its destination names the message by it; null before, without threads, or if it did not say. */
        thread: stringOf(item, 'thread'),
      };
    },
  };
}

function describeClaimed(item: Item): Omit<DigestClaim, 'pointer' | 'body' | 'fence'> {
  return {
    digestId: stringOf(item, 'digestId') ?? '',
    destinationType: stringOf(item, 'destinationType') ?? '',
    attempts: numberOf(item, 'attempts') ?? 0,
    outcomes: outcomesIn(item),
    held: item.state === 'HELD',
    ambiguous: item.state === 'SENDING',
    throttledSince: numberOf(item, 'throttledSince'),
    rewritable: stringOf(item, 'plainText') !== null && item.form !== 'plain',
    // A resend is late by request, which says nothing about how long a signal takes.
    oldestSeenAt: 'resentAt' in item ? null : oldestOf(stringsOf(item, 'members')),
    replyTo: numberOf(item, 'replyTo') ?? undefined,
    alone: item.alone === true,
    repliedBy: numberOf(item, 'repliedBy') ?? undefined,
    instead: stringOf(item, 'instead') ?? undefined,
  };
}

/** A sender that stopped stored no outcome of its attempt. */
function outcomesIn(item: Item): readonly AttemptRecord[] {
  const known = attemptsIn(item);
  if (item.state !== 'SENDING') return known;
  const reason = 'its sender stopped before it stored the outcome';
  return [...known, { at: numberOf(item, 'leaseUntil') ?? 0, outcome: 'unknown', status: null, reason }];
}

/** Null if a later version stores the form elsewhere. */
function bodyToSend(item: Item): string | null {
  const plain = stringOf(item, 'plainText');
  return item.form === 'plain' && plain !== null ? plain : stringOf(item, 'text');
}

function oldestOf(members: readonly string[]): number | null {
  const times = members.map(firstSeenIn).filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

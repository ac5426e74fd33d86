import type { RecordedClick } from '../../domain/clicks/click.ts';
import type { DigestClicks } from '../../domain/clicks/record-click.ts';
import { isoTime } from '../../domain/clock.ts';
import { type AttemptRecord, mostAttemptsKept } from '../../domain/digests/attempt.ts';
import {
  type DigestPointer,
  type DigestState,
  type FrozenDigest,
  isFinal,
  type ReportKind,
} from '../../domain/digests/delivery.ts';
import type { DigestEntry } from '../../domain/history/history.ts';
import { listingOf } from '../items/digest-listing.ts';
import { monthsBack, rememberedUntil, type TimeSpan } from '../items/kept.ts';
import { digestEntryKey, digestEntryPk, signalIdOfEntry } from '../items/keys.ts';
import { all, asRead, present, tryIfHolds } from '../table/conditions.ts';
import { listOf, numberOf, stringOf, stringsOf } from '../table/read-item.ts';
import type { Item, Key, LedgerPorts, TablePage, TableWrite, Value } from '../table/table.ts';

/** So many buyers of one digest are named. */
const mostBuyers = 50;

/** The transaction that creates a digest needs it: the entry can be looked up, without the digest's body. */
export function putEntry(digest: FrozenDigest, kind: ReportKind | undefined, now: number): TableWrite {
  const { digestId, routeId, slot, part, destinationType, members, outline } = digest;
  const buyers = outline.buyers.slice(0, mostBuyers).map(({ buyerId, name }) => ({ buyerId, name }));
  const item = {
    ...digestEntryKey(digest),
    digestId,
    routeId,
    slot,
    part,
    destinationType,
    buyers,
    ...(kind === undefined ? {} : { kind }),
    signalIds: members.map(signalIdOfEntry),
    headline: outline.headline,
    hot: outline.hot,
    ...(outline.followed?.length ? { followed: outline.followed.map((one) => ({ ...one })) } : {}),
    state: 'FROZEN',
    frozenAt: now,
    v: 1,
  };
  return { kind: 'put', item };
}

/** Each transaction that changes a digest's state needs it. A digest that still has to be sent does not expire. */
export function setEntry(
  pointer: DigestPointer,
  state: DigestState,
  now: number,
  more: Readonly<Record<string, Value>> = {},
): TableWrite {
  const kept = isFinal(state) ? { expiresAt: rememberedUntil(now) } : {};
  const remove = isFinal(state) ? [] : ['expiresAt', 'deliveredAt'];
  const set = { state, ...more, ...kept, v: 1 };
  return { kind: 'update', key: digestEntryKey(pointer), set, remove };
}

/** JSON text. */
export function withAttempt(attempts: readonly AttemptRecord[], attempt: AttemptRecord): string {
  return JSON.stringify([...attempts, attempt].slice(-mostAttemptsKept));
}

export function attemptsIn(item: Item): readonly AttemptRecord[] {
  return listOf(item, 'outcomes');
}

/** Most entries have less than two kilobytes. */
const entriesAtOnce = 250;

export function createDigestEntries(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /** `change` is pure, and is asked again when others were faster. Null if nothing is remembered of the digest. */
    async changeClicks(pointer: DigestPointer, change: (known: DigestClicks) => DigestClicks) {
      const key = digestEntryKey(pointer);
      for (;;) {
        const item = await table.get(key);
        if (!item) return null;
        const clicks = listOf<RecordedClick>(item, 'clicks');
        const before: DigestClicks = { clicks, drawing: stringOf(item, 'drawing') ?? '' };
        const after = change(before);
        if (after === before) return { before, after };
        // An entry that expired in between is not as it was read.
        const condition = all(present, asRead(item, 'clicks'), asRead(item, 'drawing'));
        const set = { clicks: JSON.stringify(after.clicks), drawing: after.drawing, v: 1 };
        const { holds } = await tryIfHolds(ports, () => table.update({ key, set, condition }));
        if (holds) return { before, after };
      }
    },

    /** Null if nothing is remembered of the digest. */
    async findDigest(pointer: DigestPointer): Promise<DigestEntry | null> {
      const item = await table.get(digestEntryKey(pointer));
      return item ? entryOf(item) : null;
    },

    /** The latest slot comes first. Reads a page ahead, of `limit` at most. */
    async *readDigests(span: TimeSpan, limit = entriesAtOnce): AsyncGenerator<DigestEntry> {
      for (const month of monthsBack(span)) {
        const pk = digestEntryPk(month);
        let cursor: Key | undefined = { pk, sk: isoTime(span.until + 1) };
        do {
          const page: TablePage = await table.query({ pk, backwards: true, limit, cursor });
          for (const entry of page.items.map(entryOf)) {
            // Only earlier slots follow.
            if (slotTime(entry) < span.since) return;
            yield entry;
          }
          cursor = page.cursor;
        } while (cursor !== undefined);
      }
    },
  };
}

/** A report's slot has more behind its time. */
export function slotTime({ slot }: DigestPointer): number {
  return Date.parse(slot.slice(0, '2026-11-24T08:00:00.000Z'.length));
}

function entryOf(item: Item): DigestEntry {
  const listing = listingOf(item);
  return {
    routeId: listing.routeId,
    slot: listing.slot,
    part: listing.part,
    digestId: listing.digestId,
    state: listing.state,
    kind: listing.kind,
    destinationType: listing.destinationType,
    createdAt: listing.frozenAt,
    deliveredAt: listing.deliveredAt,
    headline: stringOf(item, 'headline') ?? '',
    hot: numberOf(item, 'hot') ?? 0,
    buyers: Array.isArray(item.buyers) ? (item.buyers as unknown as DigestEntry['buyers']) : [],
    signalIds: stringsOf(item, 'signalIds'),
    followed: Array.isArray(item.followed) ? (item.followed as unknown as DigestEntry['followed']) : [],
    attempts: attemptsIn(item),
    instead: listing.instead,
    clicks: listOf(item, 'clicks'),
  };
}

import { buyerNameOf } from '../../shared/domain/cells/buyer-name.ts';
import { deadlineOf } from '../../shared/domain/cells/deadline.ts';
import { ownersOf } from '../../shared/domain/cells/owners.ts';
import { createFactReader } from '../../shared/domain/cells/row-facts.ts';
import type { DigestView } from '../../shared/domain/digests/digest.ts';
import type { Signal } from '../../shared/domain/rows/signal.ts';
import { closesSoonMs } from '../../shared/domain/signals/order.ts';
import { nameBuyer, nameSignal } from '../digest/shown-buyers.ts';
import { writeDate } from '../facts/field-facts.ts';
import { tellSum } from '../facts/money.ts';
import { readingOf, tellClosing } from '../facts/tell-date.ts';
import { linksOf } from '../lines/links.ts';

/** An untouched row as a report lists it, with its values of now. */
export type ToldRow = ReturnType<typeof tellRow>;

/** A longer one takes the room of other signals. */
const longestLink = 300;

/** What the report's route shows of a row. */
export function tellRow(signal: Signal, view: DigestView) {
  const { buyerId, bridgeId, rowId } = signal;
  const links = linksOf(signal, view, buyerId);
  const url = links.signal ?? links.source;
  const deadline = deadlineOf(signal, view);
  const worth = createFactReader(signal, view).money()?.value ?? null;
  return {
    ...{ buyerId, bridgeId, rowId },
    name: nameSignal(signal),
    buyerName: nameBuyer({ buyerId, name: buyerNameOf(signal, view) }),
    /** As a digest's `facts` write it: `2026-12-10`; null without one. */
    deadline: deadline && writeDate(deadline.date),
    /** The instant at which it ends, ISO 8601. */
    closesAt: deadline && new Date(deadline.endsAt).toISOString(),
    /** The same in words: `closes Thu, Dec 10`. */
    due: deadline && tellClosing(deadline, readingOf(view)),
    worth,
    /** `$1.27M` */
    money: worth && tellSum(worth),
    owners: ownersOf(signal, view).all,
    /** Where the config's template leads, or else an address in the row. */
    link: url !== null && url.length <= longestLink ? url : null,
  };
}

/** The first to close first, then those without a deadline. */
export function bySoonest(rows: readonly ToldRow[]): ToldRow[] {
  const order = ({ closesAt }: ToldRow): number => (closesAt === null ? 1e15 : Date.parse(closesAt));
  return rows.toSorted((a, b) => order(a) - order(b) || (a.rowId < b.rowId ? -1 : 1));
}

/** Whether its deadline has passed. */
export function isClosed({ closesAt }: Pick<ToldRow, 'closesAt'>, at: number): boolean {
  return closesAt !== null && Date.parse(closesAt) <= at;
}

/** Those of untouched rows that close within a week. */
export function closingSoon(rows: readonly ToldRow[], now: number): ToldRow[] {
  return rows.filter((row) => !isClosed(row, now) && isClosed(row, now + closesSoonMs));
}

/** How many rows each has, the most first; `name` null for those without an owner, which come last. */
export function countByOwner(rows: readonly Pick<ToldRow, 'owners'>[]) {
  const nobody: { readonly name: string | null; readonly id: string | null } = { name: null, id: null };
  const each = rows.flatMap(({ owners }) => (owners.length > 0 ? owners : [nobody]));
  const counts = [...Map.groupBy(each, ({ id, name }) => id ?? name).values()].flatMap((own) =>
    own.slice(0, 1).map((owner) => ({ ...owner, signals: own.length })),
  );
  const order = (one: (typeof counts)[number]) => (one.name === null ? 1 : -one.signals);
  return counts.sort((a, b) => order(a) - order(b) || ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
}

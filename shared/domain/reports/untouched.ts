import { keyOf, type Owner } from '../cells/owners.ts';
import { closesSoonMs } from '../signals/order.ts';

/** An untouched row of a report. */
interface Untouched {
  readonly rowId: string;
  /** ISO 8601; null without a deadline. */
  readonly closesAt: string | null;
}

/** Puts the first to close first, then those without a deadline. */
export function bySoonest<Row extends Untouched>(rows: readonly Row[]): Row[] {
  const order = ({ closesAt }: Row): number => (closesAt === null ? 1e15 : Date.parse(closesAt));
  return rows.toSorted((a, b) => order(a) - order(b) || (a.rowId < b.rowId ? -1 : 1));
}

export function isClosed({ closesAt }: Pick<Untouched, 'closesAt'>, at: number): boolean {
  return closesAt !== null && Date.parse(closesAt) <= at;
}

/** Keeps the rows that close within a week. */
export function closingSoon<Row extends Untouched>(rows: readonly Row[], now: number): Row[] {
  return rows.filter((row) => !isClosed(row, now) && isClosed(row, now + closesSoonMs));
}

/** Counts the rows of each owner, the most first; `name` is null for the rows without an owner, which come last. */
export function countByOwner(rows: readonly { readonly owners: readonly Owner[] }[]) {
  const nobody = { name: null, id: null };
  const each = rows.flatMap<Owner | typeof nobody>(({ owners }) => (owners.length > 0 ? owners : [nobody]));
  const counts = [...Map.groupBy(each, (one) => (one.name === null ? null : keyOf(one))).values()].flatMap(
    (own) => own.slice(0, 1).map((owner) => ({ ...owner, signals: own.length })),
  );
  const order = (one: (typeof counts)[number]) => (one.name === null ? 1 : -one.signals);
  return counts.sort((a, b) => order(a) - order(b) || ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
}

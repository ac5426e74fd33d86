import type { DigestSignal } from '../digests/digest.ts';
import { deadlineOf, readDateCell } from '../message/deadline.ts';
import type { ColumnInfo } from '../signals/columns.ts';
import { nameLike } from '../text/column-words.ts';
import { keepTogether } from '../text/keep-together.ts';
import { nameDate } from './name-date.ts';
import { endOf, type WrittenDate } from './read-date.ts';
import { type Reading, tellDate } from './tell-date.ts';

/** About the row in the service, and not about what happens. */
const isOfTheRow = nameLike(
  /\b(updated|modified|created|processed|added|scraped|crawled|indexed|fetched|checked|synced|imported|seen|verified|enriched)\b/i,
);

/** Of what has come again since: there is another by now, which the row does not know. */
const isOfTheNext = nameLike(/\b(next|upcoming)\b/i);

/**
 * The one date that a signal is shown with, its verb in small letters (`due Thu, Nov 26`): its deadline; else the
 * nearest date ahead; else the latest behind. Null without a date.
 */
export function findDate(
  { columns, filterType }: Pick<DigestSignal, 'columns' | 'filterType'>,
  infos: readonly ColumnInfo[] | undefined,
  reading: Reading,
) {
  const dates = Object.entries(columns).flatMap(([column, value]) => {
    const date = readDateCell(column, value, infos);
    if (date === null || isOfTheRow(column)) return [];
    const endsAt = endOf(date, reading.timezone);
    return endsAt <= reading.now && isOfTheNext(column) ? [] : [{ column, date, endsAt }];
  });
  const deadline = deadlineOf(columns, infos, reading.timezone, filterType)?.column;
  const chosen = dates.find(({ column }) => column === deadline) ?? nearest(dates, reading.now);
  return (
    chosen && {
      column: chosen.column,
      text: tellDateOf(chosen.column, chosen.date, filterType, reading),
      /** A deadline that is still ahead. */
      urgent: chosen.column === deadline && chosen.endsAt > reading.now,
    }
  );
}

export function tellDateOf(
  column: string,
  date: WrittenDate,
  filterType: string | null,
  reading: Reading,
): string {
  const ahead = endOf(date, reading.timezone) > reading.now;
  const verb = nameDate(column, filterType, ahead);
  return `${verb} ${keepTogether(tellDate(date, reading))}`.trimStart();
}

function nearest<Dated extends { readonly endsAt: number }>(
  dates: readonly Dated[],
  now: number,
): Dated | null {
  const ahead = dates.filter(({ endsAt }) => endsAt > now).sort((a, b) => a.endsAt - b.endsAt);
  const behind = dates.filter(({ endsAt }) => endsAt <= now).sort((a, b) => b.endsAt - a.endsAt);
  return ahead[0] ?? behind[0] ?? null;
}

import type { Buyer } from './buyers.ts';
import type { RowDraft } from './column-plan.ts';
import type { Draw } from './draw.ts';

const dayMs = 24 * 60 * 60 * 1_000;

const givenNames =
  'Adaeze Bram Carmen Dmitri Elena Farid Grace Hiroshi Imani José Kwame Lucía Maeve Naveen Odette Priya Quentin Rosa Søren Tamsin Uma Viktor Wanda Ximena Yusuf Zoë'.split(
    ' ',
  );
const familyNames =
  "Abara Bellweather Castellan Dunmore Eastlake Farrow Garza Hallorand Iverness Jaramillo Kestrel Lindqvist Marchetti Nakadate O'Brannon Pemberly Quillan Rosales Stavros Tillman Umarov Vandersloot Whitcombe Yarrow Zielonka".split(
    ' ',
  );

export function personName(draw: Draw): string {
  return `${draw.pick(givenNames)} ${draw.pick(familyNames)}`;
}

/** `2026-11-21` */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A day from `from` to `to` days after the signal's date, both included; a negative number is before it. */
export function dayAfterSignal(row: RowDraft, from: number, to: number): string {
  return dayOf(row.signalDate + row.draw.between(from, to) * dayMs);
}

/** An evening in America, three to twenty days after the signal's date: in UTC it is the next day already. */
export function eveningAfterSignal(row: RowDraft): string {
  return `${dayAfterSignal(row, 3, 20)}T0${row.draw.between(0, 3)}:${row.draw.pick(['00', '30'])}:00Z`;
}

/** In the range 555-0100 to 555-0199, which is reserved for fiction. */
export function phoneNumber(draw: Draw): string {
  return `+1 ${draw.between(201, 989)}-555-01${String(draw.between(0, 99)).padStart(2, '0')}`;
}

export function emailAddress(person: string, buyer: Buyer | null): string {
  const plain = person
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replace(/[^A-Za-z ]/g, '');
  return `${plain.toLowerCase().replaceAll(' ', '.')}@${buyer?.host ?? 'events.example'}`;
}

export function pageUrl(row: RowDraft, folder: string): string {
  return `https://www.${row.buyer?.host ?? 'events.example'}/${folder}/${row.draw.between(1_000, 99_999)}`;
}

/** From one to `atMost` of the items, in their order. */
export function someOf<Item>(draw: Draw, items: readonly Item[], atMost: number): Item[] {
  const chosen = new Set(Array.from({ length: draw.between(1, atMost) }, () => draw.pick(items)));
  return items.filter((item) => chosen.has(item));
}

export function buyerName(row: RowDraft): string | null {
  return row.buyer?.name ?? null;
}

import type { ColumnsByBridge } from '../rows/columns.ts';
import { compared } from '../text/compared.ts';
import { formatName } from '../text/format-name.ts';
import { longest } from '../text/lengths.ts';
import { isPrivate } from '../text/private-text.ts';
import { cellIn, isEmptyCell, labelOf, readJson } from './cell.ts';
import type { CellRow } from './deadline.ts';
import { columnsFor, type MeaningView } from './meanings.ts';
import { readPerson } from './read-person.ts';

/** `id` is null for owners whom the destination does not mention. */
export interface Owner {
  readonly name: string;
  readonly id: string | null;
}

export interface OwnerView extends MeaningView {
  readonly columns: ColumnsByBridge;
  readonly mention?: MentionRule | null | undefined;
}

const nobody = /^\(?(n\/?a|none|null|no owner|(un|not )assigned|unknown|tbd)\)?$/;
const mostOwners = 5;
const longestCell = 500;

/** Null for people without an id of this kind. */
export function idsOf<Kind extends string>(
  people: Readonly<Record<string, { readonly [Of in Kind]?: string | undefined }>> | undefined,
  kind: Kind,
): Record<string, string | null> {
  return Object.fromEntries(Object.entries(people ?? {}).map(([name, ids]) => [name, ids[kind] ?? null]));
}

/** True while the value is being computed that says whose a row is. */
export function awaitsOwner(row: CellRow, view: MeaningView, unsettled: readonly string[]): boolean {
  const isOpen = (name: string) => unsettled.includes(name);
  const decides = columnsFor('owner', row, view)?.find(
    (name) => isOpen(name) || !isEmptyCell(cellIn(row, name)),
  );
  return decides !== undefined && isOpen(decides);
}

/** The first declared column that holds an owner counts. */
export function ownersOf(row: CellRow, view: OwnerView) {
  const { column, texts } = textsOf(row, view);
  const known = peopleIn(view);
  const owners = texts.flatMap((text) => readOwners(text, known));
  const all = [...new Map(owners.map((owner) => [keyOf(owner), owner])).values()].slice(0, mostOwners);
  return { all, column: all.length > 0 ? column : undefined };
}

/** `name`: as it is shown. `key`: as `people` can have it. */
export function listOwnerAddresses(row: CellRow, view: OwnerView) {
  const pieces = textsOf(row, view).texts.flatMap((text) => text.split(/[;,]/));
  return pieces.flatMap((piece) => {
    const mail = readAddress(piece);
    return mail ? [{ name: mail.name, key: mail.written || mail.address, address: mail.address }] : [];
  });
}

function textsOf(row: CellRow, view: OwnerView) {
  const column = columnsFor('owner', row, view)?.find((name) => !isEmptyCell(cellIn(row, name)));
  if (column === undefined) return { column, texts: [] };
  const cell = readJson(cellIn(row, column));
  const info = view.columns.get(row.bridgeId.toLowerCase())?.find(({ name }) => name === column);
  const texts = (Array.isArray(cell) ? cell : [cell]).slice(0, mostOwners).flatMap((one) => {
    const text = typeof one === 'string' ? (labelOf(one, info) ?? one) : readPerson(one);
    return text === null ? [] : [text.slice(0, longestCell)];
  });
  return { column, texts };
}

/** `Lee, Ann` is one person unless a part of it is known. */
function readOwners(text: string, known: ReadonlyMap<string, Owner>): readonly Owner[] {
  const own = known.get(keyOfName(text));
  if (own) return [own];
  const mail = readAddress(text);
  if (mail)
    return nameOne(mail.name, known.get(keyOfName(mail.address)) ?? known.get(keyOfName(mail.written)));
  const separator = [';', ','].find((one) => text.includes(one));
  const pieces = separator === undefined ? [] : text.split(separator);
  const parts = pieces.flatMap((one) => readOwners(one, known));
  const isKnown = parts.some(({ name, id }) => id !== null || known.has(keyOfName(name)));
  if (separator === ';' || isKnown || (pieces.length > 1 && pieces.every(readAddress))) return parts;
  return nameOne(text);
}

function nameOne(text: string, known?: Owner): readonly Owner[] {
  const name = isPrivate(text) || nobody.test(keyOfName(text)) ? null : formatName(text, longest.person);
  return name === null || !/[\p{L}\p{N}]/u.test(name) ? [] : [{ name, id: known?.id ?? null }];
}

const beforeAddress = /^(?:"([^"<>@]*)"|([^"<>@,;]*))<([^<>]*)>$/;
const oneAddress = /^([^\s<>@()[\]",;:]{1,64})@[^\s<>@()[\]",;:]{1,100}$/;

/** `Dev Patel <dp@example.com>` has a written name; the words of `dev.patel@example.com`, or its one word, make one. */
function readAddress(text: string) {
  const [, quoted = '', plainly = '', inside = text] =
    beforeAddress.exec(text.replace('" <', '"<').trim()) ?? [];
  const [address, local = ''] = oneAddress.exec(inside.trim()) ?? [];
  if (address === undefined) return null;
  const words = local.replace(/\+.*/, '').replace(/[._]+/g, ' ').trim();
  const made = words.includes(' ') ? words.replace(/(?<!\p{L})\p{L}/gu, (one) => one.toUpperCase()) : words;
  const written = (quoted || plainly).trim();
  return { address, written, name: written || made };
}

/** Nobody is mentioned by a name that the config gives to several people. */
function peopleIn({ mention }: OwnerView): ReadonlyMap<string, Owner> {
  const alike = Map.groupBy(Object.entries(mention?.people ?? {}), ([name]) => keyOfName(name));
  return new Map(
    [...alike].map(([key, [[name, id] = [key, null], ...others]]) => {
      const shown = readAddress(name)?.name ?? name;
      return [key, { name: shown, id: others.every(([, other]) => other === id) ? id : null }];
    }),
  );
}

/** Two people may have one name, and one several. */
export const keyOf = ({ name, id }: Owner): string => id ?? keyOfName(name);

/** Systems write one name with different letters and blanks. */
export function keyOfName(name: string): string {
  return compared(name.normalize('NFKC').replace(/\s+/g, ' '));
}

/** The order of owners in a row does not matter. The group of the first row comes first, nobody's last. */
export function groupByOwner<One>(all: readonly One[], rowOf: (one: One) => CellRow | null, view: OwnerView) {
  const ownersIn = (row: CellRow | null) => (row ? ownersOf(row, view).all.map(keyOf).sort().join('; ') : '');
  const groups = [...Map.groupBy(all, (one) => ownersIn(rowOf(one)))];
  const isUnowned = ([owner]: (typeof groups)[number]) => Number(owner === '');
  return new Map(groups.sort((one, other) => isUnowned(one) - isUnowned(other)));
}

/** Ids of the kind of destination: members (`U…`) and groups (`S…`) of a Slack workspace, users of Teams. */
export interface MentionRule {
  readonly hot?: readonly string[] | undefined;
  /** The id by which an owner is mentioned at hot signals, by the owner's name; null for others. */
  readonly people?: Readonly<Record<string, string | null>> | undefined;
}

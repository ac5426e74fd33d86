import type { DigestSignal, DigestView } from '../digests/digest.ts';
import { readJson, tellPerson } from '../facts/decision-maker.ts';
import { splitWords } from '../text/column-words.ts';
import { longest } from '../text/lengths.ts';
import { isPrivate } from '../text/private-text.ts';
import { remember } from '../text/remember.ts';
import type { Line } from './message.ts';
import { tellName } from './shown-buyers.ts';
import { joinLines, plain } from './spans.ts';

/** Whom a row names as its owner; `id` is null for those whom the destination does not mention. */
interface Owner {
  readonly name: string;
  readonly id: string | null;
}

type Row = Pick<DigestSignal, 'columns' | 'bridgeId'>;

/** Of a view: which column names the owner, and who is mentioned by which name. */
export type OwnerView = Pick<DigestView, 'columns'> & Partial<Pick<DigestView, 'owner' | 'mention'>>;

/** Where the config names no column. */
const ownerNames = /^((account|lead|deal|opportunity) )?owner$|^assigned to$/i;
const mostOwners = 5;
const longestCell = 500;

const ownersOf = remember(({ columns, bridgeId }: Row, view: OwnerView): readonly Owner[] => {
  const infos = view.columns.get(bridgeId.toLowerCase());
  const isOwner = (column: string) =>
    ownerNames.test(splitWords(column)) && !infos?.find(({ name }) => name === column)?.internal;
  const column = view.owner ?? Object.keys(columns).find(isOwner);
  const cell = column !== undefined && Object.hasOwn(columns, column) ? readJson(columns[column]) : null;
  const known = peopleIn(view);
  const owners = (Array.isArray(cell) ? cell : [cell]).slice(0, mostOwners).flatMap((one) => {
    const text = typeof one === 'string' ? one : tellPerson(one);
    return text === null ? [] : readOwners(text.slice(0, longestCell), known);
  });
  return [...new Map(owners.map((owner) => [owner.name, owner])).values()].slice(0, mostOwners);
});

/** `Lee, Ann` is one person unless a part of it is known. */
function readOwners(text: string, known: ReadonlyMap<string, Owner>): readonly Owner[] {
  const own = known.get(asCompared(text));
  if (own) return [own];
  const separator = [';', ','].find((one) => text.includes(one));
  const parts = separator === undefined ? [] : text.split(separator).flatMap((one) => readOwners(one, known));
  if (separator === ';' || parts.some(({ name }) => known.has(asCompared(name)))) return parts;
  const name = isPrivate(text) ? null : tellName(text, longest.person);
  return name === null || !/[\p{L}\p{N}]/u.test(name) ? [] : [{ name, id: null }];
}

/** Nobody is mentioned by a name that the config gives to several people. */
const peopleIn = remember(({ mention }: OwnerView): ReadonlyMap<string, Owner> => {
  const alike = Map.groupBy(Object.entries(mention?.people ?? {}), ([name]) => asCompared(name));
  return new Map(
    [...alike].map(([compared, [[name, id] = [compared, null], ...others]]) => {
      return [compared, { name, id: others.every(([, other]) => other === id) ? id : null }];
    }),
  );
});

/** Systems write one name with different letters and blanks. */
function asCompared(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** `Ann Lee; Dev Patel`, each mentioned whom the destination does; empty without an owner. */
export function writeOwners(row: Row, view: OwnerView): Line {
  const owners = ownersOf(row, view).map(({ name, id }) => [
    id === null ? plain(name) : ({ kind: 'mention', id, name } as const),
  ]);
  return joinLines(owners, '; ');
}

/** The same as text: a name can have a comma in it. */
export function nameOwners(row: Row, view: OwnerView): string {
  return ownersOf(row, view)
    .map(({ name }) => name)
    .join('; ');
}

/** What has the same owner together, in the order of the first of each; what has none last. */
export function groupByOwner<One>(all: readonly One[], rowOf: (one: One) => Row | null, view: OwnerView) {
  const ownerOf = (row: Row | null): string => (row === null ? '' : asCompared(nameOwners(row, view)));
  const groups = [...Map.groupBy(all, (one) => ownerOf(rowOf(one)))];
  const isUnowned = ([owner]: (typeof groups)[number]) => Number(owner === '');
  return groups.sort((one, other) => isUnowned(one) - isUnowned(other)).map(([, group]) => group);
}

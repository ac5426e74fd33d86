import type { DigestContent, DigestSignal, DigestView, MentionRule } from '../digests/digest.ts';
import type { Line } from './message.ts';
import { plain } from './spans.ts';

type People = NonNullable<MentionRule['people']>;

/** Who is told of hot signals, once: in the first message, which has the hottest. */
export function mentionHot({ part, view }: DigestContent): readonly string[] {
  return part === 1 ? [...new Set(view.mention?.hot ?? [])] : [];
}

const mostOwners = 5;
const longestCell = 500;

/** The owners of a signal, by the config's ids: what a row says is looked up, and never shown as a mention itself. */
export function mentionOwner({ columns }: DigestSignal, { mention }: DigestView): readonly string[] {
  const column = mention?.column;
  if (!column || !mention.people || !Object.hasOwn(columns, column)) return [];
  const cell = columns[column];
  const known = idsByName(mention.people);
  const owners = (Array.isArray(cell) ? cell : [cell])
    .slice(0, mostOwners)
    .flatMap((text) => (typeof text === 'string' ? findOwners(text.slice(0, longestCell), known) : []));
  return [...new Set(owners)].slice(0, mostOwners);
}

/** A name is looked up whole first: `Lee, Ann` may be one person. */
function findOwners(text: string, known: ReadonlyMap<string, string | null>): readonly string[] {
  const id = known.get(asCompared(text));
  if (id !== undefined) return id === null ? [] : [id];
  const separator = [';', ','].find((one) => text.includes(one));
  return separator === undefined ? [] : text.split(separator).flatMap((name) => findOwners(name, known));
}

/** Null for a name that the config gives to several people: none of them is mentioned. */
function idsByName(people: People): ReadonlyMap<string, string | null> {
  const alike = Map.groupBy(Object.entries(people), ([name]) => asCompared(name));
  return new Map(
    [...alike].map(([name, entries]) => {
      const [id, ...others] = new Set(entries.map(([, one]) => one));
      return [name, id !== undefined && others.length === 0 ? id : null];
    }),
  );
}

/** Systems write one name with different letters and blanks. */
function asCompared(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

export function writeMentions(ids: readonly string[]): Line {
  return [...new Set(ids)].flatMap((id, index) => [
    ...(index === 0 ? [] : [plain(' ')]),
    { kind: 'mention', id } as const,
  ]);
}

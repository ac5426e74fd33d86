import { type DeclaredColumns, listDeclared } from '../cells/meanings.ts';
import { findNearest } from '../find-nearest.ts';
import { isUuid } from '../is-uuid.ts';
import { wordsIn } from '../text/column-words.ts';
import { compared } from '../text/compared.ts';
import { matchesIn, type OfOwnField, type RouteMatch } from './match.ts';
import type { Mute } from './mute.ts';
import type { Route } from './route.ts';

/** Only signals show the things that it names. `mutes`: those that hold. */
export interface NamingConfig {
  readonly columns?: DeclaredColumns | undefined;
  readonly hot: { readonly columns: readonly { readonly name: string }[] };
  readonly routes: readonly Pick<Route, 'id' | 'match' | 'show'>[];
  readonly mutes?: readonly Mute[];
}

type Kind = 'bridge' | 'buyer' | 'column';

/** Names and ids; null for a kind of which nothing is known. */
export type SeenNames = Readonly<Record<Kind, readonly string[] | null>>;

const namesIn: OfOwnField<(match: RouteMatch) => readonly (readonly [Kind, readonly string[]])[]> = {
  columns: ({ columns = [] }) => [['column', columns.map(({ name }) => name)]],
  bridges: ({ bridges = [] }) => [['bridge', bridges]],
  buyers: ({ buyers = [] }) => [['buyer', buyers]],
  hot: () => [],
};

/** `field`: where the config has the name. */
export function listNames({ columns: declared = {}, hot, routes, mutes = [] }: NamingConfig) {
  const uses: (readonly [Kind, field: string, names?: readonly string[] | undefined])[] = [
    ...listDeclared(declared).map(({ field, name }) => ['column', field, [name]] as const),
    ['bridge', 'columns.in', Object.keys(declared.in ?? {})],
    ['column', 'hot.columns', hot.columns.map(({ name }) => name)],
    ...routes.map(({ id, show }) => ['column', `show of route ${id}`, show] as const),
    ...mutes.flatMap(({ kind, id }) => (kind === 'route' ? [] : [[kind, 'a mute', [id]] as const])),
  ];
  for (const { id, match } of routes)
    for (const one of matchesIn(match))
      for (const [kind, names] of Object.values(namesIn).flatMap((list) => list(one)))
        uses.push([kind, `the match of route ${id}`, names]);
  return uses.flatMap(([kind, field, names = []]) => names.map((name) => ({ kind, field, name })));
}

/** `notFound`: a near name was seen, so it is misspelt. `notSeen`: it may still come. */
export function findUnseenNames(config: NamingConfig, seen: SeenNames) {
  const found = { notFound: [] as string[], notSeen: [] as string[] };
  const named = Map.groupBy(listNames(config), ({ kind, name }) => `${kind} ${JSON.stringify(name)}`);
  for (const [what, uses] of named) {
    const { kind, name } = uses[0] as (typeof uses)[number];
    const isSeen = (one: string) => (kind === 'column' ? one === name : compared(one) === compared(name));
    const names = seen[kind];
    if (names === null || names.some(isSeen)) continue;
    const fields = [...new Set(uses.map(({ field }) => field))].join(' and ');
    const sentence = `the ${what} of ${fields} was not seen yet`;
    const near = names.filter((one) => !isUuid(name) && !isUuid(one) && isMisspelt(name, one));
    const fix = kind === 'column' ? 'correct the config' : 'correct the config, or give its id';
    if (near.length === 0) found.notSeen.push(sentence);
    else found.notFound.push(`${sentence} (did you mean "${findNearest(name, near) ?? near[0]}"?): ${fix}`);
  }
  return found;
}

/** A shorter word is a letter or a code: "Team A" and "Team B" are two teams, as "Lot 1" and "Lot 2" are two lots. */
const shortestWord = 3;

/** Two names may be one if the words that they don't share are near, and have the same digits. */
function isMisspelt(name: string, other: string): boolean {
  const [own, others] = [wordsIn(name), wordsIn(other)];
  const word = own.filter((one) => !others.includes(one)).join(' ');
  const meant = others.filter((one) => !own.includes(one)).join(' ');
  if (word === meant) return true;
  if (Math.min(word.length, meant.length) < shortestWord) return false;
  return word.replace(/\D/g, '') === meant.replace(/\D/g, '') && findNearest(word, [meant]) !== null;
}

import { isUuid } from '../is-uuid.ts';
import { compared } from '../text/compared.ts';

/** The first of several columns with a readable value counts. */
export type ColumnNames = string | readonly string[];

export const meanings = [
  'deadline',
  'date',
  'money',
  'person',
  'post',
  'owner',
  'buyer',
  'stage',
  'why',
] as const;
export type Meaning = (typeof meanings)[number];

/** A contact: `email` and `phone` are shown to the owner alone, and where a route has `contacts`. */
export interface PersonColumns {
  readonly name: ColumnNames;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** `false`: no column has this meaning. */
export type ColumnMeanings = {
  readonly [Of in Exclude<Meaning, 'person'>]?: ColumnNames | false | undefined;
} & { readonly person?: ColumnNames | PersonColumns | false | undefined };

/** `in`: exceptions of one bridge, by its id or its name. */
export interface DeclaredColumns extends ColumnMeanings {
  readonly in?: Readonly<Record<string, ColumnMeanings>> | undefined;
}

export interface NamedBridge {
  readonly bridgeId: string | null;
  readonly bridgeName: string | null;
}

/** `bridgeNames`: by ids in lower case, as far as they are known. */
export interface MeaningView {
  readonly meanings?: DeclaredColumns | undefined;
  readonly bridgeNames?: ReadonlyMap<string, string> | undefined;
}

/** None where the config says so, undefined where it says nothing. Pure. */
export function columnsFor(
  meaning: Meaning,
  bridge: NamedBridge,
  view: MeaningView,
): readonly string[] | undefined {
  const { meanings: declared } = view;
  if (declared === undefined) return undefined;
  const own = ownOf(declared, bridge);
  if (own?.[meaning] !== undefined) return namesIn(own[meaning]);
  if (meaning === 'deadline' && own === undefined && mayBeRenamed(declared, bridge, view)) return [];
  return namesIn(declared[meaning]);
}

export function contactColumnsFor(
  bridge: NamedBridge,
  { meanings: declared = {} }: MeaningView,
): Pick<PersonColumns, 'email' | 'phone'> {
  const person = ownOf(declared, bridge)?.person ?? declared.person;
  return typeof person === 'object' && 'name' in person ? person : {};
}

export function namesIn(written: ColumnMeanings[Meaning]): readonly string[] | undefined {
  if (written === undefined) return undefined;
  if (written === false) return [];
  if (typeof written === 'string') return [written];
  return 'name' in written ? namesIn(written.name) : written;
}

/** An id beats a name. */
function ownOf({ in: entries = {} }: DeclaredColumns, { bridgeId, bridgeName }: NamedBridge) {
  const find = (fits: (key: string) => boolean) => Object.entries(entries).find(([key]) => fits(key))?.[1];
  const id = bridgeId?.toLowerCase();
  const name = compared(bridgeName ?? '');
  return find((key) => key.toLowerCase() === id) ?? find((key) => !isUuid(key) && compared(key) === name);
}

/** A rename in the service must not let a deadline of other bridges close its rows. */
function mayBeRenamed(
  { in: entries = {} }: DeclaredColumns,
  { bridgeId, bridgeName }: NamedBridge,
  { bridgeNames = new Map() }: MeaningView,
): boolean {
  const named = Object.keys(entries).filter((key) => !isUuid(key));
  if (named.length === 0) return false;
  if (bridgeName === null || bridgeId === null) return true;
  const known = new Map(bridgeNames).set(bridgeId.toLowerCase(), bridgeName);
  const names = new Set(known.values().map(compared));
  return named.some((key) => !names.has(compared(key)));
}

/** The names of bridges are read only where an entry of `in` is by a name. */
export async function readMeanings(
  meanings: DeclaredColumns | undefined,
  readPlan: () => Promise<{ readonly bridgeNames: ReadonlyMap<string, string> }>,
): Promise<MeaningView> {
  const isNamed = Object.keys(meanings?.in ?? {}).some((key) => !isUuid(key));
  return isNamed ? { meanings, bridgeNames: (await readPlan()).bridgeNames } : { meanings };
}

/** `field`: the path in the config. */
export function listDeclared({ in: entries = {}, ...base }: DeclaredColumns) {
  const list = (of: ColumnMeanings, path: string) =>
    Object.entries(of).flatMap(([meaning, written]) => {
      const isPerson = typeof written === 'object' && 'name' in written;
      const { email, phone } = isPerson ? written : {};
      const names = [...(namesIn(written) ?? []), ...[email, phone].filter((one) => one !== undefined)];
      return names.map((name) => ({ field: `${path}.${meaning}`, meaning: meaning as Meaning, name }));
    });
  return [
    ...list(base, 'columns'),
    ...Object.entries(entries).flatMap(([bridge, of]) => list(of, `columns.in[${JSON.stringify(bridge)}]`)),
  ];
}

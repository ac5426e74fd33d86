import type { ColumnMetadata } from '../../shared/bridge-api/index.ts';
import type { Buyer } from './buyers.ts';
import type { Draw } from './draw.ts';
import { dayOf, eventHost } from './words.ts';

export type ColumnFormat =
  | 'text'
  | 'date'
  | 'url'
  | 'number'
  | 'enumeration'
  | 'list'
  | 'obj'
  | 'json'
  | 'phone'
  | 'email'
  | 'boolean'
  | 'currencyUnit';

/** The inputs for a column's cell. */
export interface RowDraft {
  readonly draw: Draw;
  /** Null for a row that belongs to no buyer, such as a national conference. */
  readonly buyer: Buyer | null;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly signalDate: number;
  readonly arrivedAt: number;
  /** 0 to 1. */
  readonly hotness: number;
}

/** A value of an enumeration whose label is another text. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ColumnPlan extends ColumnDetails {
  readonly name: string;
  readonly format: ColumnFormat;
  readonly description: string;
  fill(row: RowDraft): unknown;
}

interface ColumnDetails {
  /** The prompt of a web agent or a generator. */
  readonly prompt?: string;
  readonly choices?: readonly Choice[];
  /** Of a `currencyUnit`, by ISO 4217. @default 'USD' */
  readonly currency?: string;
  /** The fields of an object, with their descriptions. */
  readonly outputFields?: Readonly<Record<string, string>>;
  /** Computed by the service after the row arrived, so its cell has a processing status. */
  readonly computed?: true;
  /** Filled by a web agent. */
  readonly hasAgent?: true;
  /** Refers to another bridge: the distance to it in the list of bridges, which wraps around. */
  readonly toBridge?: number;
  /** The fields of the contacts that it attaches. */
  readonly basis?: readonly string[];
  readonly settings?: Partial<ColumnMetadata>;
}

export interface BridgePlan {
  readonly filterType: string;
  readonly name: string;
  /** Some rows are about a project of their buyer that rows of other such bridges are about, too. */
  readonly sharesProjects?: true;
  /** The type of `row.entity`; null if the rows have none. */
  readonly entityType: string | null;
  readonly columns: readonly ColumnPlan[];
  rowName(draw: Draw, buyer: Buyer | null): string;
}

/** The columns of a bridge are a table of these calls: a column's name, its description and its values. */
export function column(
  format: ColumnFormat,
  name: string,
  description: string,
  fill: ColumnPlan['fill'],
  details: ColumnDetails = {},
): ColumnPlan {
  return { name, format, description, fill, ...details };
}

export function number(name: string, description: string, from: number, to: number, step = 1): ColumnPlan {
  return column('number', name, description, ({ draw }) => draw.between(from, to) * step);
}

export function money(
  name: string,
  description: string,
  [from, to, step]: readonly [from: number, to: number, step: number],
  details: { readonly currency?: string; readonly empty?: number } = {},
): ColumnPlan {
  const { empty = 0, ...more } = details;
  const isEmpty = (draw: Draw) => empty > 0 && draw.chance(empty);
  const fill = ({ draw }: RowDraft) => (isEmpty(draw) ? null : draw.between(from, to) * step);
  return column('currencyUnit', name, description, fill, more);
}

export function yesOrNo(name: string, description: string, probability: number): ColumnPlan {
  return column('boolean', name, description, ({ draw }) => draw.chance(probability));
}

export function oneOf(name: string, description: string, values: readonly (string | Choice)[]): ColumnPlan {
  const choices = values.map((value) => (typeof value === 'string' ? { value, label: value } : value));
  return column('enumeration', name, description, ({ draw }) => draw.pick(choices).value, { choices });
}

export function someOf(name: string, description: string, items: readonly string[], empty = 0): ColumnPlan {
  return column('list', name, description, ({ draw }) =>
    empty > 0 && draw.chance(empty) ? [] : takeSome(draw, items, 3),
  );
}

/** The day of the signal's date. */
export function signalDay(name: string, description: string): ColumnPlan {
  return column('date', name, description, ({ signalDate }) => dayOf(signalDate));
}

/** A day from `from` to `to` days after the signal's date, both included. */
export function dayAfter(name: string, description: string, from: number, to: number): ColumnPlan {
  return column('date', name, description, ({ draw, signalDate }) =>
    dayOf(signalDate, draw.between(from, to)),
  );
}

export function page(name: string, description: string, folder: string): ColumnPlan {
  return column(
    'url',
    name,
    description,
    ({ buyer, draw }) => `https://www.${buyer?.host ?? eventHost}/${folder}/${draw.between(1_000, 99_999)}`,
  );
}

/** What a web agent found; `%` stands for the buyer. */
export function webAgent(name: string, prompt: string, answers: readonly string[]): ColumnPlan {
  return column(
    'text',
    name,
    `${name}, researched on the web`,
    ({ draw, buyer }) => draw.pick(answers).replace('%', buyer?.name ?? 'The organizer'),
    { prompt, computed: true, hasAgent: true },
  );
}

/** Rows of another bridge. */
export function reference(name: string, toBridge: number, titles: readonly string[]): ColumnPlan {
  return column(
    'list',
    name,
    'What another bridge holds on the same buyer',
    ({ draw }) => (draw.chance(0.4) ? [] : takeSome(draw, titles, 2)),
    { computed: true, toBridge },
  );
}

/** From one to `atMost` of the items, in their order. */
function takeSome<Item>(draw: Draw, items: readonly Item[], atMost: number): Item[] {
  const chosen = new Set(Array.from({ length: draw.between(1, atMost) }, () => draw.pick(items)));
  return items.filter((item) => chosen.has(item));
}

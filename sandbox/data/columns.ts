import type { ColumnMetadata, FieldFormat } from '../../shared/bridge-api/index.ts';
import type { Buyer } from './buyers.ts';
import { type Draw, drawFor } from './draw.ts';
import { dayOf, emailAddress, eventHost, personName, phoneNumber } from './words.ts';

export interface RowDraft {
  readonly draw: Draw;
  /** A row may belong to no buyer, such as a national conference. */
  readonly buyer: Buyer | null;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly signalDate: number;
  /** 0 to 1. */
  readonly hotness: number;
}

export interface ColumnPlan {
  readonly name: string;
  readonly format: string;
  readonly description: string;
  fill(row: RowDraft): unknown;
  readonly prompt?: string;
  /** Further members of `fieldFormat`. */
  readonly fieldFormat?: FieldFormat;
  /** The service computes it after the row arrived, so its cell has a processing status. */
  readonly computed?: true;
  /** The column refers to the rows of the next bridge. */
  readonly toNextBridge?: true;
  /** Contacts that it attaches have these fields. */
  readonly basis?: readonly string[];
  readonly settings?: Partial<ColumnMetadata>;
}

export interface BridgePlan {
  readonly filterType: string;
  readonly name: string;
  /** Some rows are about a project of their buyer, as rows of other such bridges are. */
  readonly sharesProjects?: true;
  /** `row.entity` has this type; null: the rows have no entity. */
  readonly entityType: string | null;
  /** Each bridge also has the buyer as its first column and, unless `isUnscored`, the Match Score as its last. */
  readonly columns: readonly ColumnPlan[];
  readonly isUnscored?: true;
  rowName(draw: Draw, buyer: Buyer | null): string;
}

export function column(
  format: string,
  name: string,
  description: string,
  fill: ColumnPlan['fill'],
  details: Partial<ColumnPlan> = {},
): ColumnPlan {
  return { name, format, description, fill, ...details };
}

export function number(name: string, description: string, from: number, to: number): ColumnPlan {
  return column('number', name, description, ({ draw }) => draw.between(from, to));
}

/** One sum in five is not known. */
export function money(
  name: string,
  description: string,
  [from, to, step]: readonly [from: number, to: number, step: number],
  currency = 'USD',
): ColumnPlan {
  const fill = ({ draw }: RowDraft) => (draw.chance(0.2) ? null : draw.between(from, to) * step);
  return column('currencyUnit', name, description, fill, { fieldFormat: { currency } });
}

type Choice = NonNullable<FieldFormat['enumerationValues']>[number];

export function oneOf(name: string, description: string, enumerationValues: readonly Choice[]): ColumnPlan {
  const fill = ({ draw }: RowDraft) => draw.pick(enumerationValues).value;
  return column('enumeration', name, description, fill, { fieldFormat: { enumerationValues } });
}

/** Up to three of the items, in their order; none in one row of seven. */
export function someOf(name: string, description: string, items: readonly string[]): ColumnPlan {
  return column('list', name, description, ({ draw }) => {
    const chosen = draw.chance(1 / 7)
      ? []
      : Array.from({ length: draw.between(1, 3) }, () => draw.pick(items));
    return items.filter((item) => chosen.includes(item));
  });
}

/** The day is `from` to `to` days after the signal's date, both included. */
export function day(name: string, description: string, from = 0, to = 0): ColumnPlan {
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

/** `%` in an answer stands for the buyer. */
export function webAgent(name: string, prompt: string, answers: readonly string[]): ColumnPlan {
  return column(
    'text',
    name,
    `${name}, researched on the web`,
    ({ draw, buyer }) => draw.pick(answers).replace('%', buyer?.name ?? 'The organizer'),
    { prompt, computed: true, settings: { webAgentModel: 'Core' } },
  );
}

export const buyerColumn = column(
  'text',
  'Buyer',
  'The name of the buyer that the row belongs to',
  ({ buyer }) => buyer?.name ?? null,
);

/** The score is close to the hotness that decides the Hotness order, but not equal to it. */
export const matchScore = column(
  'number',
  'Match Score',
  'How well the row matches what we sell, 0 to 100',
  ({ draw, hotness }) => Math.max(0, Math.min(100, Math.round(hotness * 100) + draw.between(-6, 6))),
  {
    prompt: 'Rate from 0 to 100 how well this matches our offer. Answer with the number only.',
    computed: true,
    settings: { webAgentModel: 'Core' },
  },
);

const owners = ['Ann Lee', 'Ben Okafor', 'Chloé Martin', 'Dev Patel', null] as const;

/** Each bridge of a buyer has the same person; null for some buyers. */
export const accountOwner = column(
  'text',
  'Account Owner',
  'Who of us looks after the buyer',
  ({ buyer }) => buyer && drawFor(0, 'owner', buyer.buyerId).pick(owners),
);

const deciders = ['Chief Information Officer', 'Director of Facilities', 'Purchasing Manager'];

export const decisionMakers = column(
  'json',
  'Decision Makers',
  'Contacts at the buyer who decide on such a purchase',
  ({ draw, buyer }) =>
    Array.from({ length: draw.between(0, 2) }, () => {
      const fullName = personName(draw);
      const title = draw.pick(deciders);
      return { fullName, title, email: emailAddress(fullName, buyer), phone: phoneNumber(draw) };
    }),
  { computed: true, basis: ['fullName', 'title', 'email', 'phone'] },
);

/** The person of the address is the one that the row's name begins with. */
export const email = column('email', 'Email', 'At work', ({ name, buyer }) =>
  emailAddress(name.split(/[,:]/)[0] ?? name, buyer),
);

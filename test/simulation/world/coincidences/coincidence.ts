import type { Dice } from '../dice.ts';
import { day, hour, minute, type Plan, type Tick } from '../plan.ts';
import { noOddities } from '../plan-bridges.ts';
import type { RowPlan } from '../plan-rows.ts';

/** A time, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** What happens only where several rare things meet, and is therefore arranged. */
export interface Coincidence {
  readonly name:
    | 'missed news'
    | 'overtaken first scan'
    | 'overtaken reading'
    | 'late by a month'
    | 'misplaced for a while'
    | 'hasty resume'
    | 'kept flood'
    | 'long list'
    | 'crowd'
    | 'hanging destination'
    | 'stop in mid-attempt';
  /** Lists are answered with this status meanwhile. */
  readonly lists?: Span & { readonly status: 401 | 503 };
  /** The poll queue takes no messages meanwhile. */
  readonly polls?: Span;
  /** Destinations answer 503 meanwhile. */
  readonly posts?: Span;
  /** The destinations of these routes take what is sent and never answer meanwhile. */
  readonly hangs?: Span & { readonly routeIds: readonly string[] };
  /** Destinations take up to so long to answer, and then take what was sent. */
  readonly answersMs?: number;
  /** When the process is stopped, on one machine. */
  readonly stops?: readonly number[];
  /** No call meets a fault, so everything can be timed. */
  readonly isCalm?: boolean;
  /** A route's destination wants no more meanwhile. */
  readonly gone?: Span & { readonly routeId: string };
  /** Who reads a list stands still before it is answered. */
  readonly stalls?: Span;
  /** Who reads the rows of a bridge does. */
  readonly rowStalls?: Span;
  /** A page of a list takes this long to come. */
  readonly listMs?: number;
  /** Somebody resumes a route so long after it was disabled. */
  readonly hasteMs?: number;
}

export const isWithin = (span: Span | undefined, now: number): boolean =>
  span !== undefined && span.from <= now && now < span.until;

/** The same world without any other trouble, and with the config of its first version throughout. */
export function withoutTrouble(plan: Plan): Plan {
  const [config] = plan.configs as [Plan['configs'][number]];
  const watch = { ...config.watch, buyers: plan.buyers };
  const calm = { throttled: 0, failing: 0, cut: 0, garbage: 0, slow: 0, gone: 0 };
  return {
    ...plan,
    configs: [{ ...config, watch }],
    weather: calm,
    moves: 0,
    misfit: null,
    pageCap: 20,
    overfullUntil: null,
    outages: [],
    poisonBuyer: null,
    poisonRoute: null,
    callsBeforeCut: null,
    bridgeOddities: noOddities,
    reading: { hotnessTrouble: null, envelope: null, filledAt: null, fastClock: null, swap: null },
  };
}

/** A tick on which nothing goes wrong by itself. */
export function quietTick(slot: number): Tick {
  return {
    slot,
    polls: 1,
    byHand: false,
    composes: [1, 1, 1],
    heartbeats: 0,
    sweeps: 1,
    lateMs: 0,
    composeAfterMs: minute,
    deploys: false,
    losesMessages: false,
    replays: false,
    repeats: false,
    operator: null,
  };
}

/** Rows in place of those that were drawn, in turn of all bridges and of all buyers. */
export function replaceRows(dice: Dice, plan: Plan, arrivals: readonly number[]): Plan {
  const { bridges, buyers } = plan;
  const rows = arrivals.map((arrivesAt, index): RowPlan => {
    return {
      index,
      rowId: makeId(dice),
      bridgeId: bridges[index % bridges.length] as string,
      buyerId: buyers[index % buyers.length] as string,
      arrivesAt,
      signalDate: arrivesAt - dice.between(0, hour),
      hotness: dice.between(0, 1_000),
      score: dice.pick([10, 50, 79, 80, 95]),
      scoredLate: false,
      unreadable: false,
      rowLagMs: dice.pick([0, 0, 5 * minute]),
      large: false,
    };
  });
  const changes = rows.map(({ arrivesAt: at, index: row }) => ({ at, row, kind: 'arrive' as const }));
  return { ...plan, rows, changes: changes.sort((a, b) => a.at - b.at || a.row - b.row), arrivals: [] };
}

/** Days before a world begins: what is there when somebody first looks. */
export const longBefore = (dice: Dice, { start }: Plan): number => start - dice.between(2, 9) * day;

export function makeId(dice: Dice): string {
  const hex = (length: number): string =>
    Array.from({ length }, () => dice.between(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}

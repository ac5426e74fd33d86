import type { Instance } from './instance.ts';
import { day } from './plan.ts';
import type { RowPlan, UpstreamChange } from './row-plan.ts';
import type { ServedPage } from './served-page.ts';

export interface Upstream {
  /** By their place in the plan; rows that have not arrived are absent. */
  readonly rows: ReadonlyMap<number, UpstreamRow>;
  apply(change: UpstreamChange): void;
  arrive(row: number): void;
  /** The row shows its stage from now on. */
  compute(row: number): void;
  /** Brings the next planned change about now: the list moves while it is read. */
  hasten(): void;
  answer(request: { method: string; url: URL; sort: boolean }, instance: Instance): Answer;
}

export const actedStatuses = ['Actioned', 'Saved', 'NotInterested', 'Attending', 'Sponsoring'] as const;
export type RowStatus = 'New' | (typeof actedStatuses)[number] | 'Deleted';

/** A row as it stands upstream. */
export interface UpstreamRow {
  readonly plan: RowPlan;
  /** The name that it shows of its bridge. */
  readonly bridgeName: string | null;
  status: RowStatus;
  /** When it had which status, the first with its arrival. */
  readonly statuses: { readonly at: number; readonly status: RowStatus }[];
  /** Whose list shows it now. */
  buyerId: string;
  /** All who ever had it. */
  readonly buyers: Set<string>;
  capitals: boolean;
  /** Its stage is shown; before, it is being computed. */
  isComputed: boolean;
  /** A page that holds no more than it may has shown it. */
  isShown: boolean;
  /** Nobody ever acts on it or moves it. */
  readonly steady: boolean;
  /** When the list shows it: its arrival, and the lag of the data that lists are made from. */
  visibleAt: number;
  /** When it changed, its arrival included. */
  readonly updates: number[];
  json: string;
  /** The row of `json` as its bridge shows it: kept, since large ones take long to write. */
  shown: { readonly of: string; readonly text: string } | null;
  /** What the ledger knows it by. */
  readonly signalId: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter?: string;
  readonly buyerId?: string;
  readonly served?: ServedPage;
}

/** The days that a period covers at least. The simulated service uses the shortest, which is the hardest case. */
export const leastDays: Readonly<Record<string, number>> = {
  LastOneDay: 1,
  LastSevenDays: 7,
  LastThirtyDays: 30,
  LastSixtyDays: 60,
  LastOneMonths: 28,
  LastTwoMonths: 59,
  LastThreeMonths: 89,
  LastSixMonths: 181,
  LastNineMonths: 273,
  LastYear: 365,
  LastTwoYears: 730,
};

/** Whether a list of a period shows a row now. */
export function isListed(row: UpstreamRow, period: string, now: number, statuses = ['New']): boolean {
  const from = now - (leastDays[period] as number) * day;
  return statuses.includes(row.status) && row.visibleAt <= now && row.plan.signalDate >= from;
}

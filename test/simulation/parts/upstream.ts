import type { UpstreamChange } from '../plan/plan-rows.ts';
import type { UpstreamRow } from '../upstream/upstream-row.ts';
import type { Instance } from './instance.ts';
import { day } from './plan.ts';
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

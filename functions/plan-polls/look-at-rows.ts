import type { Clock } from '../../shared/domain/clock.ts';
import {
  announcedFrom,
  type BridgeMark,
  isLastingFailure,
  isUnsorted,
  withNewest,
} from '../../shared/domain/polling/poll-plan.ts';

/** Looks at the rows of a bridge that changed last: they name the buyers that may have something new. */
export interface LookPorts {
  readonly clock: Clock;
  /** Pages of rows from `firstPage` on. `newestFirst` sorts by when a row last changed. */
  readonly rowPages: (query: RowPagesQuery, deadline: number) => AsyncIterable<RowPage>;
  readonly judgeFailure: JudgeFailure;
}

/**
 * `refused`: the same call is refused again, as by servers that don't have the sort. `failed`: it may be answered next
 * time. null: no fault of the bridge's rows, but of ours, of the access token or of the whole service.
 */
export type JudgeFailure = (error: unknown) => 'refused' | 'failed' | null;

export interface RowPagesQuery {
  readonly bridgeId: string;
  readonly newestFirst: boolean;
  readonly firstPage: number;
}

export interface RowPage {
  readonly pageNumber: number;
  readonly isLast: boolean;
  readonly totalItems: number;
  /** By the service's clock, milliseconds since the epoch; null where it does not say. */
  readonly servedAt: number | null;
  readonly rows: readonly {
    readonly id: string;
    readonly buyerId: string | null;
    readonly updatedAt: string | null;
    /** Whether it says when it was created. */
    readonly isDated: boolean;
  }[];
  /** Rows that can't be read as such: they count, and may name a buyer all the same. */
  readonly unreadable: readonly { readonly id: string; readonly buyerId: string | null }[];
}

export interface LookLimits {
  /** Milliseconds since the epoch: no page is begun that could not end before it. */
  readonly deadline: number;
  /** Where more pages of rows changed, polling everyone costs less than reading on. */
  readonly mostPages: number;
}

export interface Look {
  /** Of all rows that were read. */
  readonly buyerIds: ReadonlySet<string>;
  /** Of the rows that changed since the last look, and in the hour before it. */
  readonly named: ReadonlySet<string>;
  /** Why the rows leave open who is due; null when they don't. */
  readonly problem: LookProblem | null;
  /** What failed, with the problem `failed`. */
  readonly failure?: unknown;
  /** To be saved once the polls that follow from the look were sent. */
  readonly mark: BridgeMark;
}

/** `failed` holds for this tick, `unsorted` for a day. */
export type LookProblem = 'first-look' | 'unsorted' | 'failed' | 'too-many';

/** Throws only what is no fault of the bridge's rows. */
export async function lookAtRows(ports: LookPorts, before: BridgeMark, limits: LookLimits): Promise<Look> {
  const lookedAt = ports.clock.now();
  const nobody = { buyerIds: new Set<string>(), named: new Set<string>() };
  const unsorted = (mark: BridgeMark): Look => ({ ...nobody, problem: 'unsorted', mark });
  if (isUnsorted(before, lookedAt)) return unsorted(before);
  try {
    const mark = { ...before, lookedAt, unsortedAt: null, failingSince: null };
    const look = await read(ports, mark, before, limits);
    return look ?? unsorted({ ...before, unsortedAt: lookedAt });
  } catch (failure) {
    const verdict = ports.judgeFailure(failure);
    if (verdict === null) throw failure;
    if (verdict === 'refused') return unsorted({ ...before, unsortedAt: lookedAt });
    const mark = { ...before, failingSince: before.failingSince ?? lookedAt };
    if (isLastingFailure(mark, lookedAt)) return unsorted({ ...mark, unsortedAt: lookedAt });
    return { ...nobody, problem: 'failed', failure, mark };
  }
}

/** null when the rows came in no order: a server may pass over the sort without a word. */
async function read(
  { clock, rowPages }: LookPorts,
  mark: BridgeMark,
  before: BridgeMark,
  { mostPages, deadline }: LookLimits,
): Promise<Look | null> {
  const from = announcedFrom(before, clock.now());
  const buyerIds = new Set<string>();
  const named = new Set<string>();
  let problem: LookProblem | null = from === null ? 'first-look' : null;
  const query = { bridgeId: before.bridgeId, newestFirst: true, firstPage: 1 };
  for await (const { pageNumber, isLast, servedAt, rows } of rowPages(query, deadline)) {
    const timed = rows.map(({ buyerId, updatedAt }) => ({ buyerId, time: Date.parse(updatedAt ?? '') }));
    // A time that can't be read says nothing about the rows behind it.
    if (timed.some(({ time }) => Number.isNaN(time))) return null;
    const times = timed.map(({ time }) => time);
    mark = withNewest(mark, times, { now: clock.now(), servedAt });
    for (const { buyerId, time } of timed) {
      if (buyerId === null) continue;
      buyerIds.add(buyerId);
      if (from !== null && time >= from) named.add(buyerId);
    }
    // A row that changed just now may stand where it stood before, since sort data lags: only the older ones count.
    const settledFrom = from ?? announcedFrom(mark, clock.now()) ?? 0;
    const settled = times.filter((time) => time < settledFrom);
    const isWhole = isLast && pageNumber === 1;
    if (!isWhole && !isDescending(settled)) return null;
    if (settled.length > 0 || from === null) break;
    if (pageNumber >= mostPages && !isLast) {
      problem = 'too-many';
      break;
    }
  }
  return { buyerIds, named, problem, mark };
}

function isDescending(times: readonly number[]): boolean {
  return times.every((time, index) => time <= (times[index - 1] ?? Number.POSITIVE_INFINITY));
}

import { announcedFrom, type BridgeMark, isUnsorted, withNewest } from '../../shared/domain/announcing.ts';
import type { Clock } from '../../shared/domain/clock.ts';

/** Looks at the rows of a bridge that changed last: they name the buyers that may have something new. */
export interface LookPorts {
  readonly clock: Clock;
  /** Pages of rows from `firstPage` on. `newestFirst` sorts by when a row last changed. */
  readonly rowPages: (query: RowPagesQuery, deadline: number) => AsyncIterable<RowPage>;
  /** Whether upstream refused, as some servers do that don't have the sort. */
  readonly isRefused: (error: unknown) => boolean;
}

export interface RowPagesQuery {
  readonly bridgeId: string;
  readonly newestFirst: boolean;
  readonly firstPage: number;
}

export interface RowPage {
  readonly pageNumber: number;
  readonly isLast: boolean;
  readonly rows: readonly { readonly buyerId: string | null; readonly updatedAt: string | null }[];
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
  /** To be saved once the polls that follow from the look were sent. */
  readonly mark: BridgeMark;
}

export type LookProblem = 'first-look' | 'unsorted' | 'too-many';

export async function lookAtRows(ports: LookPorts, before: BridgeMark, limits: LookLimits): Promise<Look> {
  const lookedAt = ports.clock.now();
  const unsorted = { buyerIds: new Set<string>(), named: new Set<string>(), problem: 'unsorted' } as const;
  if (isUnsorted(before, lookedAt)) return { ...unsorted, mark: before };
  try {
    const look = await read(ports, { ...before, lookedAt, unsortedAt: null }, before, limits);
    return look ?? { ...unsorted, mark: { ...before, unsortedAt: lookedAt } };
  } catch (error) {
    if (!ports.isRefused(error)) throw error;
    return { ...unsorted, mark: { ...before, unsortedAt: lookedAt } };
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
  for await (const { pageNumber, isLast, rows } of rowPages(query, deadline)) {
    const timed = rows.map(({ buyerId, updatedAt }) => ({ buyerId, time: Date.parse(updatedAt ?? '') }));
    // A time that can't be read says nothing about the rows behind it.
    if (timed.some(({ time }) => Number.isNaN(time))) return null;
    const times = timed.map(({ time }) => time);
    mark = withNewest(mark, times, clock.now());
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

import { ArgumentError, ContractError, HttpStatusError, TransportError } from '../../shared/domain/errors.ts';
import {
  announcedFrom,
  type BridgeMark,
  isLastingFailure,
  isUnsorted,
  withNewest,
} from '../../shared/domain/polling/poll-plan.ts';
import { signalIdOf } from '../../shared/domain/rows/signal.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';
import { rowPages } from './row-source.ts';

export type RowReadPorts = Pick<FunctionPorts, 'clock' | 'api'> &
  LedgerPort<'buyers' | 'rosters' | 'polls' | 'signals'>;

export interface RowLimits {
  /** Milliseconds since the epoch: starts no page that could not end before it. */
  readonly deadline: number;
  /** If more pages of rows changed, polling every buyer costs less than reading on. */
  readonly mostPages: number;
}

export interface ChangedRows {
  /** Buyers of rows that changed since the last reading, or in the hour before it. */
  readonly buyers: ReadonlySet<string>;
  /** Buyers whose changed row is not a recorded signal: a change of a recorded one announces nothing. */
  readonly named: ReadonlySet<string>;
  /** Null if the rows show which buyers are due. */
  readonly problem: RowsProblem | null;
  readonly failure?: unknown;
  /** The mark is saved only after the polls that follow from this reading were sent. */
  readonly mark: BridgeMark;
}

/** `failed` holds for this tick, `unsorted` for a day. */
export type RowsProblem = 'first-look' | 'unsorted' | 'failed' | 'too-many';

/** Throws only errors that the bridge's rows did not cause. */
export async function readChangedRows(
  ports: RowReadPorts,
  before: BridgeMark,
  limits: RowLimits,
): Promise<ChangedRows> {
  const lookedAt = ports.clock.now();
  const nobody = { buyers: new Set<string>(), named: new Set<string>() };
  const unsorted = (mark: BridgeMark): ChangedRows => ({ ...nobody, problem: 'unsorted', mark });
  if (isUnsorted(before, lookedAt)) return unsorted(before);
  try {
    const mark = { ...before, lookedAt, unsortedAt: null, failingSince: null };
    const changed = await read(ports, mark, before, limits);
    return changed ?? unsorted({ ...before, unsortedAt: lookedAt, failingSince: null });
  } catch (failure) {
    const verdict = judgeFailure(failure);
    if (verdict === null) throw failure;
    // The service has had the sort before: the refusal may pass.
    if (verdict === 'refused' && before.lookedAt === null)
      return unsorted({ ...before, unsortedAt: lookedAt, failingSince: null });
    const mark = { ...before, failingSince: before.failingSince ?? lookedAt };
    if (isLastingFailure(mark, lookedAt)) return unsorted({ ...mark, unsortedAt: lookedAt });
    return { ...nobody, problem: 'failed', failure, mark };
  }
}

/** Null if the rows are unsorted: a server may silently ignore the sort. */
async function read(
  { clock, ledger, api }: RowReadPorts,
  mark: BridgeMark,
  before: BridgeMark,
  { mostPages, deadline }: RowLimits,
): Promise<ChangedRows | null> {
  const from = announcedFrom(before, clock.now());
  const { bridgeId } = before;
  const changed = new Map<string, string>();
  let problem: RowsProblem | null = from === null ? 'first-look' : null;
  const query = { bridgeId, newestFirst: true, firstPage: 1 };
  for await (const { pageNumber, isLast, servedAt = null, rows } of rowPages(api, query, deadline)) {
    const timed = rows.map((row) => ({ ...row, time: Date.parse(row.updatedAt ?? '') }));
    // The order of the rows can't be checked after an unreadable time.
    if (timed.some(({ time }) => Number.isNaN(time))) return null;
    const times = timed.map(({ time }) => time);
    mark = withNewest(mark, times, { now: clock.now(), servedAt });
    for (const { id, buyerId, time } of timed) {
      if (buyerId === null || from === null || time < from) continue;
      changed.set(signalIdOf({ bridgeId, rowId: id }), buyerId);
    }
    // A row that just changed may still be at its old place, since sort data lags: only older rows show the order.
    const settledFrom = from ?? announcedFrom(mark, clock.now()) ?? 0;
    const settled = times.filter((time) => time < settledFrom);
    const isWhole = isLast && pageNumber === 1;
    if (!isWhole && settled.some((time, index) => time > (settled[index - 1] ?? time))) return null;
    if (settled.length > 0 || from === null) break;
    if (pageNumber >= mostPages && !isLast) {
      problem = 'too-many';
      break;
    }
  }
  const recorded = await ledger.signals.findKnown([...changed.keys()]);
  const news = [...changed].filter(([signalId]) => !recorded.has(signalId));
  return {
    buyers: new Set(changed.values()),
    named: new Set(news.map(([, buyerId]) => buyerId)),
    problem,
    mark,
  };
}

/**
 * `refused`: the server lacks the sort, or the bridge's id can't be requested. `failed`: the next call may succeed.
 * Null: this program or the whole service is the cause, not the bridge's rows. An unmapped sort column gets a 400 by
 * contract; servers also answer other 4xx. But a 401, 403 or 404 says nothing of the sort: the bridge was removed,
 * the token may not list its rows, or the service has moved.
 */
export function judgeFailure(error: unknown): 'refused' | 'failed' | null {
  if (error instanceof ArgumentError) return error.field === 'bridgeId' ? 'refused' : null;
  if (error instanceof HttpStatusError) return isForGood(error.status) ? 'refused' : 'failed';
  return error instanceof TransportError || error instanceof ContractError ? 'failed' : null;
}

/** These may pass: 401, 403, 404, 408 (timeout), 409 (conflict), 425 (too early) and 429 (too many requests). */
function isForGood(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 404, 408, 409, 425, 429].includes(status);
}

import { hash } from 'node:crypto';
import {
  type BridgeApi,
  type BridgeSignal,
  cellValue,
  isId,
  isRecord,
  isUnsettled,
  lastPageOf,
  nameCells,
  type Page,
  signalOf,
} from '../../shared/bridge-api/index.ts';
import { buyerNameOf } from '../../shared/domain/cells/buyer-name.ts';
import type { MeaningView } from '../../shared/domain/cells/meanings.ts';
import { HttpStatusError, TransportError } from '../../shared/domain/errors.ts';
import { namesAnother } from '../../shared/domain/is-uuid.ts';
import { signalIdOf, unreadableId } from '../../shared/domain/rows/signal.ts';
import type { ListedSignal, SignalPage, SignalPagesQuery } from './ports.ts';
import { readNarrowing } from './read-narrowing.ts';

/** A list that is not found counts as empty where the service shows others. `view`: which column names the buyer. */
export async function* signalPages(
  api: BridgeApi,
  query: SignalPagesQuery,
  view: MeaningView,
  deadline: number,
): AsyncGenerator<SignalPage> {
  let isFound = false;
  try {
    for await (const page of foundPages(api, query, view, deadline)) {
      isFound = true;
      yield page;
    }
  } catch (error) {
    const isNotFound = error instanceof HttpStatusError && error.status === 404 && !isFound;
    if (!isNotFound || !query.mayBeEmpty) throw error;
    yield { totalItems: 0, items: [], servedAt: error.servedAt, notFound: true };
  }
}

/** A page over the client's size limit is read in smaller pages. */
async function* foundPages(
  api: BridgeApi,
  { buyerId, order, period, blames }: SignalPagesQuery,
  view: MeaningView,
  deadline: number,
): AsyncGenerator<SignalPage> {
  const query = { buyerId, sort: order, relativeDatePeriodFrom: period };
  // Signals are recorded without the Hotness order, too: its failures must not pause calls for lists.
  const call = { deadline, blames, ...(order === 'Hotness' ? { lane: 'ranks' as const } : {}) };
  const pages = readNarrowing({
    readPages: (pageSize, pageNumber) =>
      markLast(api.buyerSignalPages({ ...query, pageSize, pageNumber }, call)),
    isTooLarge: (error) => error instanceof TransportError && error.code === 'BODY_TOO_LARGE',
    // Only the first places of the Hotness order count: a skipped item must not stop the others from being recorded.
    mustBeWhole: order === 'Date',
  });
  for await (const page of pages) {
    const { result, unreadable, ...envelope } = page;
    const items = [
      ...result.map((item) => listedSignal(buyerId, item, view)),
      ...unreadable.map(({ problem, raw }) => listedUnreadable(buyerId, problem, raw)),
    ];
    yield { ...envelope, items };
  }
}

async function* markLast(pages: AsyncIterable<Page<BridgeSignal>>) {
  for await (const page of pages) yield { ...page, isLast: page.pageNumber >= lastPageOf(page) };
}

function listedSignal(buyerId: string, item: BridgeSignal, view: MeaningView): ListedSignal {
  const { row, bridge } = item;
  if (namesAnother(row.buyerId, buyerId)) {
    const problem = 'its row is of another buyer';
    return { ...listedUnreadable(buyerId, problem, JSON.stringify(item)), isStrange: true };
  }
  const signal = signalOf(buyerId, item);
  // Not part of the signal: it holds only now, and a recorded signal does not change.
  const cells = nameCells(row.columns, bridge.columns);
  const unsettled = Object.keys(cells).filter((name) => isUnsettled(cells[name]));
  const createdAt = readTime(row.createdAt);
  const changedAt = readTime(row.updatedAt);
  return {
    id: signalIdOf(signal),
    content: { ...signal, buyerName: buyerNameOf(signal, view) },
    ...(createdAt === null ? {} : { createdAt }),
    ...(changedAt === null ? {} : { changedAt }),
    ...(unsettled.length > 0 ? { unsettled } : {}),
  };
}

/** Other forms may be read month first. A time without a zone may be half a day off: the rules have room for it. */
function readTime(text: string | null | undefined): number | null {
  const [, instant, zone] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/i.exec(text ?? '') ?? [];
  const time = Date.parse(`${instant}${zone ?? 'Z'}`);
  return Number.isNaN(time) ? null : time;
}

function listedUnreadable(buyerId: string, problem: string, raw: string): ListedSignal {
  const sameAs = signalIdOfItem(JSON.parse(raw));
  const content = { buyerId, problem, raw };
  return { id: unreadableIdOf(buyerId, raw), content, ...(sameAs === null ? {} : { sameAs }) };
}

/** Fields that maintenance changes don't count: each change would count the item again. `raw` is JSON text. */
export function unreadableIdOf(buyerId: string, raw: string): string {
  const item: unknown = JSON.parse(raw);
  return unreadableId(hash('sha256', JSON.stringify(identityOf(buyerId, item))));
}

/** The id of the signal that an unreadable item would be; null if it has no ids. */
export function signalIdOfItem(item: unknown): string | null {
  if (!isRecord(item) || !isRecord(item.row)) return null;
  const bridgeId = (isRecord(item.bridge) ? item.bridge.bridgeId : undefined) ?? item.row.bridgeId;
  const { rowId } = item.row;
  return isId(rowId) && isId(bridgeId) ? signalIdOf({ bridgeId, rowId }) : null;
}

function identityOf(buyerId: string, item: unknown): unknown {
  const signalId = signalIdOfItem(item);
  if (signalId !== null) return signalId;
  if (!isRecord(item) || !isRecord(item.row)) return [buyerId, item];
  const { row, bridge } = item;
  const bridgeId = (isRecord(bridge) ? bridge.bridgeId : undefined) ?? row.bridgeId;
  const { rowId, updatedAt, status, columns, ...rest } = row;
  const cells = isRecord(columns)
    ? Object.entries(columns).map(([name, cell]) => [name, cellValue(cell)])
    : columns;
  return [buyerId, bridgeId, rowId, rest, cells];
}

import { createServer, type IncomingMessage } from 'node:http';
import { listenOnLoopback } from '../loopback.ts';

/**
 * A second service, written from the contract alone: it does what the contract says and nothing of the field
 * notes, and wherever the contract leaves something open it does other than the sandbox. Values are bare,
 * what may be absent is absent or null, pages hold five items whatever is asked, joined arrays and sorts that the
 * contract does not name are refused, errors have no body, unknown fields and enumeration values come, and cells are
 * keyed by columnId for one buyer and by key for the other.
 */
export interface PlainUpstream {
  readonly url: string;
  readonly buyerIds: readonly string[];
  readonly bridgeId: string;
  /** What can be read of the lists, as `bridgeId/rowId`. */
  readonly readable: readonly string[];
  /** One more signal at the top of the first buyer's list. */
  add(): void;
  /** Every status that was answered. */
  readonly statuses: readonly number[];
  close(): Promise<void>;
}

const uuid = (group: string, number: number): string =>
  `${group.padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
const bridgeId = uuid('b', 1);
const largestPage = 5;
const columns = ['Score', 'Tags', 'Nested', 'Empty', 'Flag'].map((name, index) => ({
  columnId: uuid('d', index),
  name,
  key: `plain_${name.toLowerCase()}`,
}));

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

export async function startPlainUpstream(accessToken: string): Promise<PlainUpstream> {
  const buyerIds = [uuid('a', 1), uuid('a', 2)];
  const lists = new Map<string, unknown[]>(
    buyerIds.map((id, index) => [id, makeList(id, index === 0 ? 12 : 3)]),
  );
  const firstList = lists.get(buyerIds[0] ?? '') ?? [];
  // Something went wrong on the other side: a row without an id.
  firstList.splice(7, 0, { bridge: { bridgeId, name: 'Plain' }, row: { rowId: null, name: 'lost its id' } });
  const statuses: number[] = [];

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const answer = decide(incoming, Buffer.concat(chunks).toString('utf8'));
    statuses.push(answer.status);
    outgoing.writeHead(
      answer.status,
      answer.body === undefined ? {} : { 'content-type': 'application/json' },
    );
    outgoing.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  });

  const decide = (incoming: IncomingMessage, body: string): Answer => {
    if (incoming.headers.authorization !== `Bearer ${accessToken}`) return { status: 401 };
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://host');
    if ([...searchParams.values()].some((value) => value.includes(','))) return { status: 400 };
    if (incoming.method === 'GET' && pathname === '/api/external/feed/all/buyer-signals') {
      const list = lists.get(searchParams.get('buyerId') ?? '');
      return list ? { status: 200, body: page(list, searchParams) } : { status: 404 };
    }
    if (incoming.method === 'GET' && pathname === `/api/external/bridge/${bridgeId}/column/metadata`) {
      return { status: 200, body: columns.map(describeColumn) };
    }
    if (incoming.method === 'PUT' && pathname === `/api/external/bridge/${bridgeId}/row`) {
      return listRows(incoming, body, searchParams, [...lists.values()].flat());
    }
    const buyer = /^\/api\/external\/buyer\/([^/]+)\/summary$/.exec(pathname)?.[1] ?? '';
    return incoming.method === 'GET' && lists.has(buyer) ? summaryOf(buyer) : { status: 404 };
  };

  const { url, close } = await listenOnLoopback(server);
  return {
    url,
    buyerIds,
    bridgeId,
    get readable() {
      const rows = [...lists.values()].flat() as { row: { rowId: string | null } }[];
      return rows.flatMap(({ row }) => (row.rowId === null ? [] : [`${bridgeId}/${row.rowId}`])).sort();
    },
    add: () => void firstList.unshift(makeSignal(buyerIds[0] ?? '', 900 + firstList.length)),
    statuses,
    close,
  };
}

function describeColumn(column: (typeof columns)[number]): unknown {
  return { columnId: column.columnId, bridgeId, column, additionalFields: [] };
}

function makeList(buyerId: string, count: number): unknown[] {
  const offset = buyerId.endsWith('1') ? 0 : 100;
  return Array.from({ length: count }, (_, index) => makeSignal(buyerId, offset + index));
}

function cellsOf(number: number): unknown {
  const values = [number, ['a', 'b'], { deep: [1, null] }, null, false];
  return Object.fromEntries(
    columns.map(({ columnId, key }, index) => [number < 100 ? columnId.toUpperCase() : key, values[index]]),
  );
}

/** Each third one has nothing but what an item can not do without. */
function makeSignal(buyerId: string, number: number): unknown {
  const rowId = uuid('c', number);
  if (number % 3 === 0) return { bridge: { bridgeId }, row: { rowId, bridgeId } };
  return {
    bridge: { bridgeId, name: 'Plain', columns, filterType: 'TopBuyer', tier: { level: 9 } },
    row: {
      rowId,
      bridgeId,
      buyerId,
      name: number % 3 === 1 ? null : `Row ${number}`,
      organizerId: null,
      entity: null,
      columns: cellsOf(number),
      status: 'Reticulating',
      visibility: 'everyone',
    },
    rank: number,
  };
}

function page(items: readonly unknown[], parameters: URLSearchParams): unknown {
  const pageNumber = Number(parameters.get('pageNumber') ?? 1);
  const pageSize = Math.min(Number(parameters.get('pageSize') ?? 10), largestPage);
  return {
    pageNumber,
    pageSize,
    totalItems: items.length,
    totalPages: Math.ceil(items.length / pageSize),
    result: items.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
    nextPage: null,
  };
}

function listRows(
  incoming: IncomingMessage,
  body: string,
  parameters: URLSearchParams,
  signals: readonly unknown[],
): Answer {
  if (incoming.headers['content-type'] !== 'application/json') return { status: 415 };
  const { sorts } = JSON.parse(body) as { sorts?: readonly { column: string }[] | null };
  const sortable = ['entryId', 'entryName', 'triggeredAt'];
  if ((sorts ?? []).some(({ column }) => !sortable.includes(column))) return { status: 400 };
  return {
    status: 200,
    body: page(
      signals.map((signal) => (signal as { row: unknown }).row),
      parameters,
    ),
  };
}

/** Without the fields that need not be there. */
function summaryOf(buyerId: string): Answer {
  const summary = {
    whatsRecent: { intro: 'Quiet.', sections: [{ title: 'One', text: 'Two', sources: [] }] },
  };
  return { status: 200, body: { buyerId, needsRegeneration: false, summary } };
}

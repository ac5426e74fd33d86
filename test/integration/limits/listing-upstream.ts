import { createServer } from 'node:http';
import { listenOnLoopback } from '../../support/loopback.ts';

/** The raw JSON text of one page: what is wrong with it is the test's to decide. */
export type Listing = (pageNumber: number, pageSize: number) => string;

export interface ListingUpstream {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** By buyer; one that is not here has an empty list. */
  readonly lists: Map<string, Listing>;
  /** `{pageNumber, rows}` of a bridge, as raw JSON text; by bridge. */
  readonly rows: Map<string, string>;
  /** Buyer and page of each list call, in order. */
  readonly calls: { readonly buyerId: string; readonly page: number; readonly size: number }[];
  close(): Promise<void>;
}

/** An API whose lists are written by hand, byte for byte. Summaries: none. */
export async function startListingUpstream(): Promise<ListingUpstream> {
  const lists: ListingUpstream['lists'] = new Map();
  const rows: ListingUpstream['rows'] = new Map();
  const calls: { buyerId: string; page: number; size: number }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    for await (const _ of incoming);
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://127.0.0.1');
    const page = Number(searchParams.get('pageNumber') ?? 1);
    const size = Number(searchParams.get('pageSize') ?? 10);
    const answer = (status: number, text: string): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json' });
      outgoing.end(text);
    };
    if (pathname.endsWith('/summary')) return answer(404, '{"code":"resource.buyer.summary.empty"}');
    const bridgeId = /bridge\/([^/]+)\/row$/.exec(pathname)?.[1];
    if (bridgeId !== undefined) return answer(200, envelope(1, size, 1, [rows.get(bridgeId) ?? '']));
    const buyerId = searchParams.get('buyerId') ?? '';
    calls.push({ buyerId, page, size });
    return answer(200, (lists.get(buyerId) ?? listOf([]))(page, size));
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url,
    lists,
    rows,
    calls,
    close,
  };
}

export function envelope(page: number, size: number, total: number, items: readonly string[]): string {
  const counts = `"pageNumber":${page},"pageSize":${size},"totalItems":${total},"totalPages":${Math.ceil(total / size)}`;
  return `{${counts},"result":[${items.join(',')}]}`;
}

/** These items, as JSON texts, in pages of the size that is asked for. */
export function listOf(items: readonly string[]): Listing {
  return (page, size) => envelope(page, size, items.length, items.slice((page - 1) * size, page * size));
}

export interface ItemFields {
  readonly bridgeId?: string;
  readonly rowId?: string;
  readonly name?: string;
  readonly columns?: Readonly<Record<string, unknown>>;
}

export const bridgeId = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001';

/** A UUID that is known by its number. */
export function uuidOf(number: number): string {
  return `5a1f3e6e-2f0e-4a9f-8f2d-${number.toString(16).padStart(12, '0')}`;
}

export function item(number: number, fields: ItemFields = {}): string {
  const { rowId = uuidOf(number), name = `Signal ${number}`, columns = {} } = fields;
  const bridge = { bridgeId: fields.bridgeId ?? bridgeId, name: 'Tenders', columns: [] };
  return JSON.stringify({ bridge, row: { rowId, bridgeId: bridge.bridgeId, name, columns } });
}

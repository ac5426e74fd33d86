import { createServer, type IncomingMessage } from 'node:http';
import { listenOnLoopback } from '../../support/loopback.ts';
import { bridgeId, pageText, uuidOf } from './upstream.ts';

/** A service, and a webhook at `/hook`, whose answers are as small as usual or the largest that are to be expected. */
export interface LargeUpstream {
  readonly url: string;
  /** In the bridge. One in four has 20 signals, the others have none. */
  buyers: number;
  /** Whether every list has 60 large signals, and summaries are as large as the client reads. */
  isLarge: boolean;
  close(): Promise<void>;
}

/** More than the ledger keeps of a signal, and the 10 MB that the client reads of an answer. */
const largeSignalBytes = 57_000;
const largeSummaryBytes = 9_800_000;
/** Cells of a signal, and sections of a summary. */
const texts = 20;
const signalsOfBuyer = 20;
const largeSignals = 60;
/** The quotation mark makes the text what most texts of people are: V8 keeps two bytes for each character. */
const sentence = 'Minutes of the board’s meeting on new software for the district. ';
const changedAt = new Date(Date.now() - 10 * 86_400_000).toISOString();

/** One of the texts of something that has so many bytes; null for a usual one. */
const textOf = (bytes: number | null): string =>
  sentence.repeat(bytes === null ? 2 : Math.floor(bytes / texts / Buffer.byteLength(sentence)));

export async function startLargeUpstream(): Promise<LargeUpstream> {
  const server = createServer((request, response) => {
    request.resume();
    const answer = request.url === '/hook' ? null : answerOf(request, upstream);
    const status = answer === null ? 204 : 200;
    request.once('end', () =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer ?? undefined),
    );
  });
  const { url, close } = await listenOnLoopback(server);
  const upstream: LargeUpstream = { url, buyers: 0, isLarge: false, close };
  return upstream;
}

function answerOf({ url = '' }: IncomingMessage, upstream: LargeUpstream): string {
  const { pathname, searchParams } = new URL(url, upstream.url);
  const { isLarge, buyers } = upstream;
  if (pathname.endsWith('/summary')) return summary(pathname.split('/').at(-2) ?? '', isLarge);
  // Nothing is known of columns.
  if (pathname.endsWith('/metadata')) return '[]';
  if (pathname.endsWith('/row')) {
    return page(buyers, searchParams, (number) => ({
      rowId: uuidOf(number),
      bridgeId,
      buyerId: uuidOf(number),
      columns: {},
      name: 'Tender',
      createdAt: changedAt,
      updatedAt: changedAt,
    }));
  }
  const buyerId = searchParams.get('buyerId') ?? '';
  const buyer = Number.parseInt(buyerId.slice(-12), 16);
  const usual = buyer % 4 === 0 ? signalsOfBuyer : 0;
  const cell = textOf(isLarge ? largeSignalBytes : null);
  const columns = Object.fromEntries(Array.from({ length: texts }, (_, index) => [`Column ${index}`, cell]));
  return page(isLarge ? largeSignals : usual, searchParams, (number) => ({
    bridge: { bridgeId, name: 'Tenders', filterType: 'RFP', columns: [] },
    row: {
      rowId: uuidOf(1_000_000_000 + 100 * buyer + number),
      bridgeId,
      buyerId,
      columns,
      name: sentence,
      status: 'New',
      createdAt: changedAt,
      updatedAt: changedAt,
    },
  }));
}

function page(total: number, parameters: URLSearchParams, item: (number: number) => unknown): string {
  const pageNumber = Number(parameters.get('pageNumber') ?? 1);
  const pageSize = Number(parameters.get('pageSize') ?? 10);
  const from = (pageNumber - 1) * pageSize;
  const length = Math.max(0, Math.min(pageSize, total - from));
  const items = Array.from({ length }, (_, index) => item(from + index));
  return pageText(pageNumber, pageSize, total, items);
}

function summary(buyerId: string, isLarge: boolean): string {
  const section = { title: sentence, text: textOf(isLarge ? largeSummaryBytes : null), sources: [] };
  const block = { intro: sentence, sections: Array.from({ length: texts }, () => section) };
  return JSON.stringify({ buyerId, needsRegeneration: false, summary: { whatsRecent: block } });
}

import { createServer } from 'node:http';
import { listenOnLoopback } from '../../support/loopback.ts';
import { answerOf, bridgeId, uuidOf } from './upstream.ts';

export type LargeUpstream = Awaited<ReturnType<typeof startLargeUpstream>>;

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

/** A service, and a webhook at `/hook`, whose answers are as small as usual or the largest that are to be expected. */
export async function startLargeUpstream() {
  const server = createServer((request, response) => {
    request.resume();
    const answer = answerOf(serviceOf(upstream), request.url);
    const status = answer === null ? 204 : 200;
    request.once('end', () =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer ?? undefined),
    );
  });
  const { url, close } = await listenOnLoopback(server);
  const upstream = {
    url,
    /** The bridge has so many. One in four has 20 signals, the others have none. */
    buyers: 0,
    /** Whether every list has 60 large signals, and summaries are as large as the client reads. */
    isLarge: false,
    close,
  };
  return upstream;
}

const rowOf = (number: number, buyer: number) => ({
  rowId: uuidOf(number),
  bridgeId,
  buyerId: uuidOf(buyer),
  columns: {},
  name: sentence,
  status: 'New',
  createdAt: changedAt,
  updatedAt: changedAt,
});

function serviceOf({
  buyers,
  isLarge,
}: Pick<LargeUpstream, 'buyers' | 'isLarge'>): Parameters<typeof answerOf>[0] {
  return {
    rows: { total: buyers, at: (number) => rowOf(number, number) },
    signalsOf(buyerId) {
      const buyer = Number.parseInt(buyerId.slice(-12), 16);
      const usual = buyer % 4 === 0 ? signalsOfBuyer : 0;
      const cell = textOf(isLarge ? largeSignalBytes : null);
      const columns = Object.fromEntries(
        Array.from({ length: texts }, (_, index) => [`Column ${index}`, cell]),
      );
      return {
        total: isLarge ? largeSignals : usual,
        at: (number) => ({
          bridge: { bridgeId, name: 'Tenders', filterType: 'RFP', columns: [] },
          row: { ...rowOf(1_000_000_000 + 100 * buyer + number, buyer), columns },
        }),
      };
    },
    summaryOf(buyerId) {
      const section = { title: sentence, text: textOf(isLarge ? largeSummaryBytes : null), sources: [] };
      const block = { intro: sentence, sections: Array.from({ length: texts }, () => section) };
      return { buyerId, needsRegeneration: false, summary: { whatsRecent: block } };
    },
  };
}

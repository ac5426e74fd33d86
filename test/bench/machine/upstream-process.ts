/** The process of `startUpstream`: answers from prepared items, so that it is never what a measurement waits for. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf, bridgeId, type UpstreamPlan, uuidOf } from './upstream.ts';

const { buyers, signals, hot = false, latencyMs }: UpstreamPlan = JSON.parse(process.argv[2] ?? '');
const dayMs = 86_400_000;
/** The rows changed over ten days that ended ten days ago: few of them in the last hour before the newest. */
const since = Date.now() - 20 * dayMs;
const spreadMs = 10 * dayMs;
const bridge = { bridgeId, name: 'Tenders', filterType: 'RFP', columns: [] };
const part = { intro: 'Two tenders in a month', sections: [] };
let calls = 0;

/** The signals lie at buyers spread over all of them. */
const hasSignal = (buyer: number): boolean =>
  Math.floor(((buyer + 1) * signals) / buyers) > Math.floor((buyer * signals) / buyers);
const rowOf = (buyer: number, place = 0) => {
  const changedAt = new Date(since + (buyer / buyers) * spreadMs).toISOString();
  const own = { rowId: uuidOf((1 + place) * 1_000_000_000 + buyer), bridgeId, buyerId: uuidOf(buyer) };
  const name = `Tender ${buyer} for district software`;
  return { ...own, name, status: 'New', columns: {}, createdAt: changedAt, updatedAt: changedAt };
};
const changed = Array.from({ length: buyers }, (_, buyer) => buyers - 1 - buyer).filter(hasSignal);
const lists = new Map(
  Array.from({ length: buyers }, (_, buyer) => {
    const places = !hasSignal(buyer) ? [] : hot ? [0, 1] : [0];
    return [uuidOf(buyer), places.map((place) => ({ bridge, row: rowOf(buyer, place) }))];
  }),
);
const service: Parameters<typeof answerOf>[0] = {
  rows: { total: changed.length, at: (place) => rowOf(changed[place] ?? 0) },
  signalsOf(buyerId) {
    const list = lists.get(buyerId) ?? [];
    return { total: list.length, at: (place) => list[place] };
  },
  summaryOf: (buyerId) => ({
    buyerId,
    needsRegeneration: false,
    summary: { whatsRecent: part, theBiggerPicture: part },
    score: 80,
  }),
};

const server = createServer((request, response) => {
  request.resume();
  const text = answerOf(service, request.url);
  if (text === null) {
    request.once('end', () => response.writeHead(204).end());
    return;
  }
  calls += 1;
  setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(text), latencyMs);
});
process.on('message', () => {
  process.send?.(calls);
  calls = 0;
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

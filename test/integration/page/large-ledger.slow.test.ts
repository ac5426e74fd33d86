import { afterAll, beforeAll, expect, it } from 'vitest';
import { mostMembers } from '../../../message/digest/split-parts.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import type { Now } from '../../../view/page/contract.ts';
import { exampleColumn } from '../../support/examples/example-columns.ts';
import { bridgeId, exampleRow, rowUuid } from '../../support/examples/example-signals.ts';
import { createRoundsTable } from '../../support/ledger/rounds-table.ts';
import { pageConfig } from '../../support/page/page-ledger.ts';
import { now, type OpenedPage, openPage } from './open-page.ts';

let opened: OpenedPage;
/** A digest with the most signals that one can have. */
let largest: string;
const buyers = 1_000;
const digests = 10_000;
const buyerIdOf = (number: number) => `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** 30 days with 10,000 digests of 1,000 buyers, and a signal that waits for each route. */
beforeAll(async () => {
  opened = await openPage();
  for (let number = 0; number < buyers; number++)
    await opened.readBuyer(buyerIdOf(number), `Town of Springfield ${number}`, 3);
  const minutes = (30 * 24 * 60) / digests;
  for (let number = 0; number < digests; number++) {
    const buyerId = buyerIdOf(number % buyers);
    const at = now - (digests - number) * minutes * 60_000;
    const content = exampleRow(number, { buyerId });
    const verdicts = [{ routeId: 'crm', takes: true, because: 'it is hot' }];
    const signal = {
      buyerId,
      content,
      verdicts,
      signalId: `${bridgeId}#${rowUuid(number)}`,
      firstSeenAt: at,
    };
    await opened.record(number, signal);
    const outline = {
      headline: `Tender ${number}`,
      hot: 0,
      buyers: [{ buyerId, name: `Town ${number % buyers}` }],
    };
    await opened.deliver(`msg_${number}`, { outline }, at);
  }
  const columns = ['Match Score', 'Stage'].map((name) => exampleColumn({ name, format: null }));
  await opened.ledger.columns.save(bridgeId, columns);
  for (let number = 0; number < mostMembers; number++)
    await opened.record(2 * digests + number, { routeIds: ['ops'] });
  const members = (await opened.ledger.outbox.read('ops', mostMembers)).map(({ key }) => key);
  const { slot } = await opened.deliver('msg_large', { routeId: 'ops', members });
  largest = `digests/ops/${slot}/1`;
  await opened.record(digests + 1, { routeIds: ['sales', 'ops'] });
}, 120_000);
afterAll(() => opened?.page.close());

it('a column that no bridge has is looked for once in a while only: that reads the signals of a quarter', async () => {
  const { hot } = pageConfig;
  const config = { ...pageConfig, hot: { ...hot, columns: [{ name: 'Mach Score', atLeast: 80 }] } };
  const { page, get } = await openPage({ ledger: opened.ledger, config });
  const read = async () => (await get<Now>('now')).needs;
  await read();
  opened.takeRequests();

  expect(await read()).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('Match Score') }),
  );
  expect(opened.takeRequests().reads).toBeLessThan(56);
  await page.close();
});

it.each([
  // Five of them for the week, at most each ten seconds: a page holds 1,000 digests.
  ['now', 'now', 63],
  ['digests', 'digests', 1],
  ['digests by words that most lack', 'digests?text=9999', 8],
  ['buyers', 'buyers', 15],
  ['a buyer', `buyers/${buyerIdOf(7)}`, 11],
  ['a preview', 'preview/sales', 46],
  ['upstream', 'upstream', 6],
])('%s is read with few requests, however much is in the ledger', async (_, path, most) => {
  opened.takeRequests();
  const answer = await opened.ask(path);
  await answer.body?.cancel();

  expect(answer.status).toBe(200);
  const { reads, writes } = opened.takeRequests();
  expect(writes).toBe(0);
  expect(reads).toBeLessThanOrEqual(most);
});

const rooms = ['now', 'digests?text=9999', 'the largest digest', `buyers/${buyerIdOf(7)}`, 'preview/sales'];
it.each([...rooms, 'preview/sales?as=teams', 'preview/crm'])(
  '%s is read within the time of ten requests, one after the other',
  async (room) => {
    const table = createRoundsTable(opened.table);
    const clock = { now: () => now, sleep: async () => {} };
    const { page, ask } = await openPage({
      table,
      ledger: createLedger({ table, clock, random: () => 0.5 }),
    });
    const answer = await ask(room === rooms[2] ? largest : room);
    await answer.body?.cancel();
    await page.close();

    expect(answer.status).toBe(200);
    expect(table.rounds()).toBeLessThanOrEqual(10);
  },
);

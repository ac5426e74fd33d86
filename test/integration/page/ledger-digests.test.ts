import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Page, startPage } from '../../../machine/page/page.ts';
import type { Changes } from '../../../machine/page/view-model.ts';
import type { LatestDigest } from '../../../shared/ledger/digests/latest-digests.ts';
import { latestDigest } from '../../support/destinations/latest-digest.ts';
import { readPageEvents } from '../../support/page-events.ts';

let page: Page;
let stored: LatestDigest[] | Error;

const readDigests = async (most: number) => {
  if (stored instanceof Error) throw stored;
  return stored.slice(-most);
};
const open = () =>
  startPage({ port: 0, now: () => Date.UTC(2026, 10, 21, 8), readDigests, command: (words) => words });
const soon = { timeout: 10_000 };
const state = async () => (await (await fetch(`${page.url}/state.json`)).json()) as Changes;

beforeEach(() => {
  stored = [];
});
afterEach(() => page.close());

describe('the digests on the page', () => {
  const frozen = {
    kind: 'digest-frozen',
    routeId: 'sales',
    digestId: 'msg_9',
    part: 1,
    signals: 1,
    bytes: 9,
  } as const;
  const ofSales = { digestId: 'msg_9', routeId: 'sales', destinationType: 'slack' };

  it('are those that the ledger has from before, each with its state and body', async () => {
    stored = [
      latestDigest(),
      latestDigest({
        digestId: 'msg_2',
        state: 'DEAD',
        reason: 'answered 400',
        attempts: 3,
        deliveredAt: null,
      }),
      latestDigest({ ...ofSales, heartbeat: true, body: 'not JSON' }),
    ];
    page = await open();

    expect((await state()).digests).toMatchObject([
      {
        ...{
          digestId: 'msg_1',
          routeId: 'crm',
          label: 'webhook',
          successMeans: 'delivered',
          state: 'DELIVERED',
        },
        ...{ at: Date.parse('2026-11-20T08:00:01Z'), signals: 2, body: { type: 'digest.created' } },
      },
      { digestId: 'msg_2', state: 'DEAD', reason: 'answered 400', attempts: 3 },
      { digestId: 'msg_9', label: 'Slack', heartbeat: true, body: 'not JSON' },
    ]);
  });

  it('are read again after something happens to one, and only a changed one is sent again', async () => {
    const old = latestDigest();
    stored = [old];
    page = await open();
    const events = readPageEvents(page.url);
    await events.next();

    stored = [old, latestDigest({ ...ofSales, body: '{"text":"new","blocks":[]}' })];
    page.observe(frozen);
    const sent: unknown[] = [];
    while (sent.length === 0) sent.push(...(await events.next()).value.digests);

    expect(sent).toMatchObject([{ digestId: 'msg_9', body: { text: 'new', blocks: [] } }]);
  });

  it('have no body if it is too large to draw', async () => {
    stored = [latestDigest({ body: JSON.stringify({ data: 'a'.repeat(200_000) }) })];
    page = await open();

    expect((await state()).digests).toMatchObject([{ body: null }]);
  });

  it('stay as they are while the ledger can not be read, which the activity tells', async () => {
    page = await open();
    stored = new Error('disk I/O error');
    page.observe(frozen);
    await vi.waitFor(
      async () =>
        expect((await state()).lines.at(-1)).toMatchObject({
          about: 'the page',
          text: expect.stringContaining('disk I/O error'),
        }),
      soon,
    );

    stored = [latestDigest(ofSales)];
    page.observe(frozen);

    await vi.waitFor(async () => expect((await state()).digests).toHaveLength(1), soon);
  });
});

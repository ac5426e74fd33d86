import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Page, startPage } from '../../../machine/page/page.ts';
import type { Changes } from '../../../machine/page/view-model.ts';
import type { LatestDigest } from '../../../shared/ledger/digests/latest-digests.ts';
import { latestDigest } from '../../support/destinations/latest-digest.ts';

let page: Page;
let stored: LatestDigest[] | Error;

const readDigests = async (most: number) => {
  if (stored instanceof Error) throw stored;
  return stored.slice(-most);
};
const open = () =>
  startPage({ port: 0, host: '127.0.0.1', now: () => Date.UTC(2026, 10, 21, 8), readDigests });
const soon = { timeout: 10_000 };
const state = async () => (await (await fetch(`${page.url}/state.json`)).json()) as Changes;

beforeEach(() => {
  stored = [];
});
afterEach(() => page.close());

describe('a page that is opened on a ledger with digests', () => {
  it('shows what was sent before, and how it went', async () => {
    stored = [
      latestDigest(),
      latestDigest({
        digestId: 'msg_2',
        state: 'DEAD',
        reason: 'answered 400',
        attempts: 3,
        deliveredAt: null,
      }),
      latestDigest({ digestId: 'msg_3', state: 'HELD', reason: 'the route is disabled', deliveredAt: null }),
      latestDigest({
        ...{ digestId: 'msg_4', state: 'FROZEN', reason: 'answered 503', deliveredAt: null },
        dueAt: Date.parse('2026-11-21T09:00:00Z'),
      }),
      latestDigest({ digestId: 'msg_5', state: 'FROZEN', attempts: 0, deliveredAt: null }),
    ];
    page = await open();

    const { digests } = await state();

    expect(digests).toMatchObject([
      { digestId: 'msg_1', routeId: 'crm', kind: { type: 'webhook' }, signals: 2, bytes: 25, received: 0 },
      { digestId: 'msg_2', attempts: [{ outcome: 'dead', attempt: 3, reason: 'answered 400' }] },
      { digestId: 'msg_3', heldBecause: 'the route is disabled', attempts: [] },
      { digestId: 'msg_4', attempts: [{ outcome: 'retry', nextAttemptAt: '2026-11-21T09:00:00.000Z' }] },
      { digestId: 'msg_5', attempts: [], heldBecause: null },
    ]);
    expect(digests[0]).toMatchObject({
      at: Date.parse('2026-11-20T08:00:01Z'),
      attempts: [{ outcome: 'delivered' }],
      body: { type: 'digest.created' },
    });
  });
});

describe('a digest that no receiver of this machine takes', () => {
  const frozen = {
    kind: 'digest-frozen',
    routeId: 'sales',
    digestId: 'msg_9',
    part: 1,
    signals: 1,
    bytes: 9,
  } as const;
  const ofSales = { digestId: 'msg_9', routeId: 'sales', destinationType: 'slack' };
  const body = async () => (await state()).digests[0]?.body;

  it('is shown with what the ledger says, and with the plain form once that is what is sent', async () => {
    page = await open();
    stored = [latestDigest({ ...ofSales, body: '{"text":"new","blocks":[]}' })];
    page.observe(frozen);
    await vi.waitFor(async () => expect(await body()).toEqual({ text: 'new', blocks: [] }), soon);

    stored = [latestDigest({ ...ofSales, body: '{"text":"new","mrkdwn":false}' })];
    const refused = { attempt: 1, status: 400, reason: 'invalid_blocks' };
    page.observe({ kind: 'digest-rewritten', routeId: 'sales', digestId: 'msg_9', ...refused });

    await vi.waitFor(async () => expect(await body()).toEqual({ text: 'new', mrkdwn: false }), soon);
  });

  it('is told of without it where the ledger can not be read, and the others are shown', async () => {
    page = await open();
    stored = new Error('disk I/O error');
    page.observe(frozen);
    await vi.waitFor(
      async () => expect((await state()).lines.at(-1)?.detail).toContain('disk I/O error'),
      soon,
    );
    expect((await state()).lines.at(-1)?.title).toBe('the page failed');

    stored = [latestDigest({ ...ofSales, digestId: 'msg_10' })];
    page.observe({ ...frozen, digestId: 'msg_10' });

    await vi.waitFor(
      async () =>
        expect((await state()).digests).toMatchObject([
          { digestId: 'msg_9', body: null },
          { digestId: 'msg_10', body: { type: 'digest.created' } },
        ]),
      soon,
    );
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { pathOf } from '../../../view/page/pages/digests.ts';
import { buyerA, buyerB } from '../../support/examples/example-signals.ts';
import { settleDue } from '../../support/ledger/digests.ts';
import { pageConfig } from '../../support/page/page-ledger.ts';
import { now, type OpenedPage, openPage } from './open-page.ts';

let opened: OpenedPage;
beforeEach(async () => {
  opened = await openPage();
});
afterEach(() => opened.page.close());

describe('the token', () => {
  const other = 'AAAAAAAAAAAAAAAAAAAAAA';
  it.each<[string, string, Record<string, string>]>([
    ['without one', '', {}],
    ['with another in the header', '', { 'x-signalpost-token': other }],
    ['with another in the query', `?token=${other}`, {}],
    ['with an empty one', '?token=', { 'x-signalpost-token': '' }],
  ])('is wanted: %s nothing is shown, and nothing changes', async (_, query, headers) => {
    const ask = (path: string, init?: RequestInit) =>
      fetch(`${opened.page.url}/${path}${query}`, { headers, ...init });
    const pause = { method: 'POST', body: '{"routeId":"crm"}' };
    const answers = ['api/page', 'api/now', 'api/settings', 'api/nothing', 'events'].map((path) => ask(path));

    for (const answer of await Promise.all([...answers, ask('api/actions/pause', pause)])) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ problem: expect.stringContaining('printed in the terminal') });
    }
    expect(await opened.ledger.routes.read('crm')).toMatchObject({ state: 'ENABLED' });
  });

  it('is long, new at each start, and in nothing that the page serves', async () => {
    const other = await openPage();
    await other.page.close();
    const { token } = opened.page;

    expect(Buffer.from(token, 'base64url')).toHaveLength(16);
    expect(other.page.token).not.toBe(token);
    for (const path of ['..', 'page', 'now', 'settings', '../state.js'])
      expect(await (await opened.ask(path)).text()).not.toContain(token);
  });

  it('changes nothing over a stage, which is only read', async () => {
    const stage = { readQueueDepths: async () => [], name: 'prod' } as never;
    const read = await openPage({ stage });

    const { status } = await fetch(`${read.page.url}/api/actions/pause?token=${read.page.token}`, {
      method: 'POST',
    });
    const info = await read.get('page');
    await read.page.close();

    expect(status).toBe(404);
    expect(info).toMatchObject({ acts: false });
  });
});

describe('with the token', () => {
  it('a route is paused and resumed, and what was kept is due', async () => {
    expect(await opened.post('pause', { routeId: 'crm' })).toMatchObject({ status: 200 });
    expect(await opened.ledger.routes.read('crm')).toMatchObject({
      state: 'DISABLED',
      reason: expect.stringMatching(/^paused/),
    });
    await opened.create('msg_1');

    expect(await opened.post('resume', { routeId: 'crm' })).toMatchObject({
      done: expect.stringContaining('1 digest'),
    });
    expect(await opened.ledger.routes.read('crm')).toMatchObject({ state: 'ENABLED' });
  });

  it('a digest of an owner who left is sent by the rest of their set, as `resend` does', async () => {
    const to = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'owner', otherwise: 'C0REST' };
    const written = {
      ...pageConfig,
      people: { Ann: { slack: 'U0ANN' } },
      routes: [{ id: 'sales', when: 'immediately', to }],
    };
    const owned = await openPage({ config: checkConfig({ ...written, columns: { owner: 'Owner' } }) });
    const sent = { routeId: 'sales/ann', destinationType: 'slack' } as const;
    const digest = await owned.create('msg_1', sent);
    const reason = 'answered 200: user_not_found';
    await settleDue(owned.ledger, digest, now, { to: 'HELD', lookAgainAt: now, reason });
    await owned.ledger.routes.disable('sales/ann', reason, now);

    const { done } = await owned.post('resend', { path: pathOf(digest) });
    const entry = await owned.ledger.history.findDigest(digest);
    await owned.page.close();

    expect(done).toContain("sales, since sales/ann can't reach its owner");
    expect(entry).toMatchObject({ state: 'FROZEN', instead: 'sales' });
  });

  it('a message is repeated in Slack only after a second question', async () => {
    const digest = await opened.deliver('msg_1', { routeId: 'sales', destinationType: 'slack' });
    const path = pathOf(digest);

    expect(await opened.post('resend', { path })).toMatchObject({
      status: 409,
      problem: expect.stringContaining('a second time'),
    });
    expect(await opened.ledger.digests.listUndelivered('sales')).toEqual([]);
    expect(await opened.post('resend', { path, again: true })).toMatchObject({ status: 200 });
  });

  it('a buyer is muted until a day, and unmuted', async () => {
    const mute = { kind: 'buyer', id: buyerA.toUpperCase(), until: now + 86_400_000, because: 'they signed' };

    expect(await opened.post('mute', mute)).toMatchObject({ status: 200 });
    expect(await opened.ledger.mutes.list()).toEqual([{ ...mute, id: buyerA }]);
    expect(await opened.post('unmute', { kind: 'buyer', id: buyerA })).toMatchObject({ status: 200 });
    expect(await opened.post('unmute', { kind: 'buyer', id: buyerB })).toMatchObject({ status: 409 });
  });

  it.each([
    ['resend', { path: 'crm/2026-11-21T08:00:00.000Z/9' }, 409, 'kept no more'],
    ['pause', { routeId: 'nobody' }, 409, 'no route nobody'],
    ['mute', { kind: 'buyer', id: buyerA, until: now - 1, because: 'x' }, 409, 'within a year'],
    ['mute', { kind: 'buyer', id: buyerA, until: now + 1, because: ' ' }, 409, 'Write why'],
    ['mute', { kind: 'route', id: 'nobody', until: now + 1, because: 'x' }, 409, 'no route nobody'],
    ['resend', { path: 'crm' }, 400, 'path: found "crm"'],
    ['mute', { kind: 'town', id: buyerA }, 400, 'not complete'],
  ])('%s %j is refused', async (name, input, status, problem) => {
    expect(await opened.post(name, input)).toMatchObject({
      status,
      problem: expect.stringContaining(problem),
    });
  });
});

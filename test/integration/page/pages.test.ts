import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  BuyerList,
  Digest,
  DigestList,
  Now,
  Preview,
  Settings,
  Upstream,
} from '../../../view/page/contract.ts';
import { pathOf } from '../../../view/page/pages/digests.ts';
import { buyerA, buyerB, exampleRow } from '../../support/examples/example-signals.ts';
import { settleDue } from '../../support/ledger/digests.ts';
import { now, type OpenedPage, openPage } from './open-page.ts';

let opened: OpenedPage;
beforeEach(async () => {
  opened = await openPage();
});
afterEach(() => opened.page.close());

const outline = { headline: '3 new signals', hot: 1, buyers: [{ buyerId: buyerA, name: 'Fort Worth ISD' }] };
const refused = { outcome: 'dead', status: 400, reason: 'answered 400' } as const;

describe('Now', () => {
  it('says what waits and why, the next times in their zones, and what was recorded', async () => {
    await opened.record(1, { routeIds: ['sales'], hot: true, releaseAt: now + 600_000 });
    await opened.ledger.history.countRecorded({ signals: 5, hot: 1, baseline: 3, untaken: 0 }, now);
    await opened.ledger.history.storeCalls({ at: now, lane: 'lists', calls: 7, refused: 0, perSecond: 20 });
    const mute = { kind: 'buyer', id: buyerA, until: now + 86_400_000, because: 'they signed' } as const;
    await opened.ledger.mutes.begin(mute);

    const { routes, week, mutes, needs } = await opened.get<Now>('now');

    const times = (...all: string[]) => all.map((time) => Date.parse(time));
    expect(routes.map(({ routeId, next }) => [routeId, next])).toEqual([
      ['crm', 'at once'],
      ['sales', { timezone: 'Europe/Berlin', times: times('2026-11-23T07:00Z', '2026-11-24T07:00Z') }],
      ['ops', { timezone: 'America/New_York', times: times('2026-11-21T14:00Z', '2026-11-22T14:00Z') }],
    ]);
    expect(routes[1]).toMatchObject({ signals: 1, hot: 1, does: expect.stringContaining('Slack') });
    expect(routes[1]?.why).toEqual([
      '1 hot signal waits for a summary until 2026-11-21 08:10 UTC at most',
      expect.stringMatching(/^1 signal muted until 2026-11-22 08:00 UTC: buyer aaaa/),
    ]);
    expect(week).toMatchObject([
      { about: 'signals', text: '2 new, 1 of them hot' },
      ...[{ text: 'none' }, { text: 'none' }, { text: 'no alarm, and no failed attempt' }],
      { about: 'API calls', text: '7' },
    ]);
    expect(mutes).toMatchObject([{ kind: 'buyer', because: 'they signed' }]);
    expect(needs).toEqual([]);
  });

  it('says what was seen to work', async () => {
    await opened.ledger.polls.noteTick(now, await opened.ledger.polls.readNews(now));
    await opened.ledger.upstream.noteShown({ shownAt: now, shownBuyer: buyerA, itemAt: now }, now);

    const proven = expect.stringMatching(/^\d+ of \d+ buyers? read since .+ UTC, the last now/);
    expect(await opened.get<Now>('now')).toMatchObject({ needs: [], proven });
  });

  it('counts digests and their signals by day and route', async () => {
    await opened.record(1);
    await opened.deliver('msg_1', { outline });

    const { days, latest } = await opened.get<Now>('now');

    expect(days).toHaveLength(14);
    expect(days.at(-1)?.routes).toEqual({ crm: { signals: 1, digests: 1 } });
    expect(latest).toMatchObject([{ digestId: 'msg_1', headline: '3 new signals', state: 'DELIVERED' }]);
  });
});

describe('Digests', () => {
  const ids = async (query: string) =>
    (await opened.get<DigestList>(`digests?${query}`)).digests.map(({ digestId }) => digestId);

  it('are found by route, status, buyer and words of the headline, the latest first', async () => {
    await opened.deliver('msg_a', { outline });
    const dead = await opened.create('msg_b', { routeId: 'sales', outline: { ...outline, buyers: [] } });
    await settleDue(opened.ledger, dead, now, { to: 'DEAD', reason: 'answered 400' }, true, refused);
    await opened.deliver('msg_c', { outline: { ...outline, headline: 'Nothing new' } });

    expect(await ids('')).toEqual(['msg_c', 'msg_b', 'msg_a']);
    expect(await ids('route=sales')).toEqual(['msg_b']);
    expect(await ids('status=failed')).toEqual(['msg_b']);
    expect(await ids(`buyer=${buyerA}`)).toEqual(['msg_c', 'msg_a']);
    expect(await ids('text=new+3')).toEqual(['msg_b', 'msg_a']);
    expect(await ids('text=FORT+worth+nothing')).toEqual(['msg_c']);
    expect(await ids('text=msg_a')).toEqual(['msg_a']);
  });

  it('go on where a page ended, and none is missed or comes twice', async () => {
    for (let number = 1; number <= 120; number++) await opened.create(`msg_${number}`);

    const pages: string[][] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page: DigestList = await opened.get(
        `digests?${before === '' ? '' : `before=${encodeURIComponent(before)}`}`,
      );
      pages.push(page.digests.map(({ digestId }) => digestId));
      before = page.before;
    }

    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, index) => `msg_${120 - index}`));
  });

  it('have no body if it is too large to draw, and say whether people would see a repeat', async () => {
    const body = JSON.stringify({ data: 'a'.repeat(200_000) });
    const digest = await opened.deliver('msg_1', { routeId: 'sales', destinationType: 'slack', body });

    expect(await opened.get<Digest>(`digests/${pathOf(digest)}`)).toMatchObject({
      body: null,
      kept: true,
      resend: {
        command: expect.stringMatching(/ resend sales msg_1 --yes$/),
        repeat: expect.stringMatching(/^Slack does not/),
      },
    });
    const waiting = await opened.create('msg_2', { routeId: 'sales', destinationType: 'slack' });
    expect(await opened.get(`digests/${pathOf(waiting)}`)).toMatchObject({ resend: { repeat: null } });
  });

  it('that nobody knows are not found', async () => {
    expect((await opened.ask('digests/crm/2026-11-21T08:00:00.000Z/1')).status).toBe(404);
    expect((await opened.ask('digests/sales/ann-lee/2026-11-21T08:00:00.000Z/1')).status).toBe(404);
  });
});

it.each([
  ['digests?before=x', 'before: found "x"; give a digest as ROUTE/SLOT/PART'],
  ['digests?before=crm/2026-11-21T08:00:00.000Z/x', 'before: found "crm/2026-11-21T08:00:00.000Z/x"; '],
  ['digests/%25/x', 'digest: found "%/x"; give a digest as ROUTE/SLOT/PART'],
  ['digests/%/x/1', 'digest: found "%/x/1"; '],
  ['preview/crm?at=NaN', 'at: found "NaN"; give milliseconds since 1970'],
  ['preview/sales?at=8640000000000001', 'at: found "8640000000000001"; '],
])('%s is bad input: the answer names the parameter', async (path, problem) => {
  const answer = await opened.ask(path);

  expect([answer.status, await answer.json()]).toEqual([400, { problem: expect.stringContaining(problem) }]);
});

describe('Buyers', () => {
  it('are found by words of their name or by id, those without a name last', async () => {
    await opened.readBuyer(buyerA, null, 0);
    await opened.readBuyer(buyerB, 'Fort Worth ISD', 3);

    expect(await opened.get<BuyerList>('buyers')).toMatchObject({
      buyers: [{ buyerId: buyerB, name: 'Fort Worth ISD', listed: 3, readAt: now }, { buyerId: buyerA }],
      found: 2,
      known: 2,
    });
    expect(await opened.get('buyers?text=isd+fort')).toMatchObject({
      buyers: [{ buyerId: buyerB }],
      found: 1,
    });
    expect(await opened.get(`buyers?text=${buyerA.slice(0, 6)}`)).toMatchObject({
      buyers: [{ buyerId: buyerA }],
    });
  });

  it('have their own signals alone', async () => {
    await opened.record(1);
    await opened.record(2, { buyerId: buyerB, content: exampleRow(2, { buyerId: buyerB }) });

    expect(await opened.get(`buyers/${buyerA}`)).toMatchObject({ signals: [{ name: 'Tender 1' }] });
  });
});

describe('Preview', () => {
  it('shows the digest of a route as another chat would show it, and says that it goes elsewhere', async () => {
    await opened.record(1, { routeIds: ['crm', 'sales'] });
    const own = await opened.get<Preview>('preview/crm');
    const [slack, teams] = [
      await opened.get<Preview>('preview/crm?as=slack'),
      await opened.get<Preview>('preview/crm?as=teams'),
    ];

    expect(own.parts[0]?.body).toMatchObject({ type: 'digest.created' });
    expect(slack.parts[0]?.body).toHaveProperty('blocks');
    expect(teams.parts[0]?.body).toMatchObject({ type: 'message', attachments: [{}] });
    expect([slack.to, teams.to]).toEqual([own.to, own.to]);
    expect(teams.inexact).toBe(
      'as Teams would show it; the route sends to the webhook at crm.springfield.dev',
    );
    expect(await opened.get('preview/sales?as=slack')).toEqual(await opened.get('preview/sales'));
    expect(await opened.get('preview/sales?as=constructor')).toEqual(await opened.get('preview/sales'));
    expect((await opened.ask('preview/nowhere')).status).toBe(404);
  });
});

it('Upstream and Now have the calls of the hour that runs', async () => {
  const { moments } = await opened.ledger.upstream.reserve('lists', { calls: 9, refused: 1 });
  const hour = Math.floor(now / 3_600_000) * 3_600_000;
  const none = { calls: 0, refused: 0 };
  const before = {
    lists: { calls: moments.length - 5, refused: 0 },
    ranks: none,
    summaries: none,
    columns: none,
  };
  await opened.ledger.alerts.save({
    ...(await opened.ledger.alerts.read()),
    judgedAt: now,
    calls: { hour, before, lastHour: null },
  });

  const { lanes } = await opened.get<Upstream>('upstream');

  expect(lanes[0]?.hours).toMatchObject([{ at: hour, calls: 5, refused: 1 }]);
  expect((await opened.get<Now>('now')).week.at(-1)).toEqual({
    about: 'API calls',
    text: '5, 1 of them answered 429',
  });
});

it('Settings say what is hot, and who is told of alarms', async () => {
  const { sections } = await opened.get<Settings>('settings');

  expect(sections.find(({ title }) => title === 'Hot')?.lines[0]).toBe(
    'A signal is hot by Match Score of 80 or more.',
  );
  expect(sections.at(-1)?.lines).toEqual(['Nobody is told: see alarms.to.']);
});

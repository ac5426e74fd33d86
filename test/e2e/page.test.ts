import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import { exampleBuyer, exampleDigest } from '../support/examples/example-digest.ts';
import { buyerA, exampleNewSignal, exampleRow } from '../support/examples/example-signals.ts';
import { exampleClick, storeClicks } from '../support/ledger/clicks.ts';
import { openedForAll } from '../support/opened-for-all.ts';
import { chromiumPath } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { openPageBench } from './page-bench.ts';

it.runIf(process.env.CI === 'true')('has a Chromium to look at the page with', () => {
  expect(chromiumPath).toBeDefined();
});

const rooms = ['now', 'digests', 'buyers', 'search', 'preview', 'upstream', 'settings'] as const;
const digestAt = (digestId: string, over: Partial<DigestContent> = {}) =>
  exampleDigest({ digestId, buyers: [exampleBuyer({ buyerId: buyerA })], ...over });

describe.runIf(chromiumPath !== undefined)('the page in a browser', () => {
  const bench = openedForAll(openPageBench);
  let tab: Page;
  let slackDigest: string;
  beforeAll(async () => {
    tab = bench.tab;
    const hotBecause = [{ rule: 'column', name: 'Match Score', value: 91, atLeast: 80 }] as const;
    const verdicts = [
      { routeId: 'crm', takes: true, because: 'it is hot' },
      { routeId: 'ops', takes: false, because: 'Match Score is 91 (rule: 95 or more)' },
    ];
    const content = exampleRow(1, { columns: { 'Match Score': 91, Stage: 'Shortlisted' } });
    await bench.record(1, { hot: true, hotBecause, verdicts, content, routeIds: ['crm', 'sales'] });
    await bench.readBuyer(buyerA, 'Springfield School District', 3);
    slackDigest = await bench.send('slack', digestAt('msg_slack', { routeId: 'crm' }));
    const [routeId = '', slot = ''] = slackDigest.split('/').slice(1).map(decodeURIComponent);
    const click = { signalId: exampleNewSignal(1).signalId, at: Date.now() };
    const clicks = [exampleClick('claim', 'ann', click), exampleClick('not-for-us', 'bob', click)];
    await storeClicks(bench.table, { routeId, slot, part: 1 }, clicks);
    const dead = { to: 'DEAD', reason: 'answered 400' } as const;
    await bench.store('msg_dead', { outline: { headline: 'Roof repair', hot: 0, buyers: [] } }, dead);
  });
  beforeEach(async () => {
    await tab.setViewportSize({ width: 1280, height: 900 });
    bench.complaints.length = 0;
  });
  afterEach(() => expect(bench.complaints).toEqual([]));

  it('says what needs attention, and copies the command that fixes it', async () => {
    await bench.go('now');

    const needs = tab.getByRole('region', { name: 'Needs attention' });
    expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe('1 thing needs attention');
    expect(await needs.innerText()).toContain('route crm: 1 digest failed for good (answered 400)');
    await needs.getByRole('button', { name: /^Copy/ }).click();
    expect(await tab.evaluate('navigator.clipboard.readText()')).toMatch(/signalpost.* resend crm$/);
    expect(await tab.getByText('Next: at once').count()).toBe(1);
    expect(await tab.getByText('(Europe/Berlin)').count()).toBe(1);
  });

  it('shows a digest as it arrives, unless the view is paused', async () => {
    await bench.go('now');
    const latest = tab.getByRole('region', { name: 'Latest digests' });
    await bench.send('slack', digestAt('msg_new', { buyers: [exampleBuyer({ signals: [] })] }));
    await bench.passReload();
    await latest.getByRole('link').nth(3).waitFor();

    await tab.getByRole('button', { name: 'Pause view' }).click();
    await bench.store('msg_meanwhile', { outline: { headline: 'Meanwhile', hot: 0, buyers: [] } });
    await bench.passReload();
    expect(await latest.getByText('Meanwhile').count()).toBe(0);
    await tab.getByRole('button', { name: 'Resume view' }).click();
    await latest.getByText('Meanwhile').waitFor();
  });

  it('finds a digest by words, route and status, each with a link of its own', async () => {
    await bench.go('digests');
    await tab.getByRole('searchbox').fill('roof repair');
    await tab.waitForURL(/text=roof\+repair/);
    await tab.getByLabel('Status').selectOption('Failed for good');
    await tab.locator('main[aria-busy=false][data-place*="status=failed"]').waitFor();

    const rows = tab.locator('a.row');
    await tab.locator('.digest', { hasText: 'Failed for good' }).waitFor();
    expect(await rows.count()).toBe(1);
    await rows.first().click();
    await tab.waitForURL(/#\/digests\/crm\/.*text=roof/);
    const found = tab.url();
    await bench.go('now');
    await tab.goto(found);
    await tab.getByText('msg_dead').first().waitFor();
    expect(await tab.locator('.attempts').innerText()).toContain('answered 400');
  });

  it('lists the signals of a digest by name, each with why it is hot and a link to its buyer', async () => {
    const signals = (await bench.open(slackDigest)).locator('section', { hasText: '1 signal of 1 buyer' });
    expect((await signals.innerText()).replaceAll(/\s+/g, ' ')).toContain(
      'Tender 1 Hot Springfield School District · Match Score 91 (80 or more) claimed by ann, ',
    );
    expect(await signals.getByRole('listitem').allInnerTexts()).toContain('not for us: bob');
    await signals.getByRole('link', { name: 'Tender 1' }).click();
    await tab.getByRole('heading', { name: '1 signal', exact: true }).waitFor();
    expect(await tab.locator('.card').innerText()).toContain('(Stage, columns.stage)');
    await bench.open(slackDigest);
    await signals.getByRole('link', { name: 'Springfield School District' }).click();
    await tab.waitForURL(new RegExp(`#/buyers/${buyerA}$`));
    await tab.getByRole('heading', { level: 3, name: 'Tender 1' }).waitFor();
  });

  describe('in a second tab', () => {
    let second: Page;
    beforeAll(async () => {
      second = await tab.context().newPage();
    });
    afterAll(() => second?.close());

    it('shows nothing without its token, and says where the address with it is printed', async () => {
      await second.goto(`${bench.page.url}/?token=of-another-start#/digests`);
      await second.getByText('printed in the terminal where the page was started').waitFor();
      await second.getByText('No token', { exact: true }).waitFor();
      expect(await second.locator('a.row, .card').count()).toBe(0);
    });

    it('is opened by the printed address, keeps the token after a reload and shows it nowhere', async () => {
      const { page } = bench;
      await second.goto(page.address('#/digests'));
      await second.locator('a.row').first().waitFor();
      await second.reload();
      await second.locator('a.row').first().waitFor();
      await second.getByText('Live', { exact: true }).waitFor();
      expect(await second.content()).not.toContain(page.token);
      expect(second.url()).toBe(`${page.url}/#/digests`);
    });
  });

  it('says what is wrong with an address that it is led to, or opened by', async () => {
    const told = tab.getByText('digest: found "%/x"');
    await bench.go('digests');
    await tab.goto(`${bench.page.url}/#/digests/%/x`);
    await told.waitFor();
    await tab.reload();
    await told.waitFor();
    // The browser complains of each answer with 400.
    bench.complaints.length = 0;
  });

  it('sends a digest again', async () => {
    await bench.go('digests?status=failed');
    await tab.getByRole('button', { name: 'Resend', exact: true }).click();
    await tab.getByText('The digest is due').waitFor();
    expect(await bench.ledger.digests.listUndelivered('crm')).toMatchObject([{ state: 'FROZEN' }]);
  });

  it('shows why a signal of a buyer is hot, where it went and where not; mutes the buyer', async () => {
    await bench.go('buyers?text=springfield');
    const buyer = tab.getByRole('article');
    const said = (await buyer.innerText()).replaceAll(/\s+/g, ' ');
    expect(said).toContain('Match Score 91 (80 or more)');
    expect(said).toContain('crm takes it: it is hot · the digest');
    expect(said).toContain('ops does not take it: Match Score is 91 (rule: 95 or more)');
    await buyer.getByRole('link', { name: 'the digest' }).click();
    await tab.getByText('msg_slack').first().waitFor();
    await bench.go('buyers?text=springfield');

    await buyer.getByRole('button', { name: 'Mute' }).click();
    await tab.getByLabel('Why, for the others').fill('they signed');
    await tab.getByRole('dialog').getByRole('button', { name: 'Mute' }).click();
    await buyer.getByText('because they signed').waitFor();
    expect(await bench.ledger.mutes.list()).toMatchObject([{ id: buyerA, because: 'they signed' }]);
    await buyer.getByRole('button', { name: 'Unmute' }).click();
    await buyer.getByText('Muted until').waitFor({ state: 'detached' });
  });

  it('shows what a route sends next beside its reasons, as it will look, as text and as JSON, at any time', async () => {
    await bench.record(2, { routeIds: ['sales'], content: exampleRow(2, { name: 'School buses' }) });
    await bench.go('preview/sales');
    const reasons = tab.getByRole('region', { name: /^Goes/ });
    expect(await tab.locator('.slack-message').innerText()).toContain('School buses');
    expect(await reasons.innerText()).toContain('the route takes every signal');

    await tab.getByLabel('Form').selectOption('JSON');
    await tab.waitForURL(/as=json/);
    expect(JSON.parse((await tab.locator('.json').textContent()) ?? '')).toHaveProperty('blocks');
    await tab.getByLabel('At').fill('2099-01-05T08:00');
    await tab.waitForURL(/at=\d{13}/);
    await tab.getByRole('heading', { name: /^Tue, Jan 6|^Mon, Jan 5/ }).waitFor();
    await tab.getByLabel('Route').selectOption('ops');
    await tab.getByText('Nothing would be sent then.').waitFor();
    await tab.getByRole('link', { name: 'Next time' }).click();
    await tab.waitForURL(/#\/preview\/ops\?as=json$/);
  });

  it('shows what a route would send as another chat shows it', async () => {
    await bench.go('preview/sales');
    await tab.getByLabel('Form').selectOption('Teams');
    await tab.locator('.teams-card').waitFor();
    expect(await tab.getByText('as Teams would show it; the route sends to Slack').count()).toBe(1);
    await tab.getByLabel('Route').selectOption('ops');
    await tab.locator('main[aria-busy=false][data-place="preview/ops?as=teams"]').waitFor();
    await tab.getByLabel('Form').selectOption('Slack');
    await tab.waitForURL(/#\/preview\/ops\?as=slack$/);
  });

  it('leads from what the settings say of a route to its preview', async () => {
    await bench.go('now');
    await tab.getByRole('link', { name: 'Settings' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    const routes = tab.locator('.card');
    await routes.nth(2).waitFor();

    expect(await routes.nth(1).innerText()).toMatch(
      /^sales\s+All signals go to Slack .* at 08:00, Monday through Friday, Berlin time\.$/,
    );
    await routes.nth(1).getByRole('link', { name: 'sales' }).click();
    await tab.waitForURL(/#\/preview\/sales$/);
  });

  it('plots the rate of calls by hour', async () => {
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    for (const [ago, perSecond] of [30, 20, 40].entries())
      await bench.ledger.history.storeCalls({
        at: hour - ago * 3_600_000,
        lane: 'lists',
        calls: 50,
        refused: 1,
        perSecond,
      });
    await bench.go('upstream');

    const lists = tab.locator('.card', { hasText: 'Lists of signals' });
    expect(await lists.innerText()).toContain('150 calls in 7 days, 3 of them answered 429');
    expect(await lists.locator('polyline').getAttribute('points')).toBe('0,2 50,21 100,11.5');
    expect(await tab.getByText('No call in 7 days').count()).toBe(1);
  });

  it('pauses a route, and resumes it', async () => {
    await bench.go('now');
    await tab.getByRole('button', { name: 'Pause ops', exact: true }).click();
    await tab.getByRole('button', { name: 'Resume ops', exact: true }).waitFor();
    expect(await bench.ledger.routes.read('ops')).toMatchObject({ state: 'DISABLED' });
    await tab.getByRole('button', { name: 'Resume ops', exact: true }).click();
    await tab.getByRole('button', { name: 'Pause ops', exact: true }).waitFor();
  });

  it('is used by keyboard: rooms, search, next and previous, a skip link', async () => {
    await bench.go('now');
    await tab.keyboard.press('2');
    await tab.getByRole('heading', { level: 1, name: 'Digests' }).waitFor();
    await tab.locator('a.row').nth(1).waitFor();
    await tab.keyboard.press('j');
    expect(await tab.evaluate("document.activeElement.getAttribute('href')")).toBe(
      await tab.locator('a.row').nth(1).getAttribute('href'),
    );
    await tab.keyboard.press('/');
    expect(await tab.evaluate('document.activeElement.type')).toBe('search');
    await tab.keyboard.type('2');
    expect(await tab.evaluate('document.activeElement.value')).toBe('2');

    await tab.reload();
    await tab.locator('main[aria-busy=false]').waitFor();
    await tab.keyboard.press('Tab');
    expect(await tab.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await tab.keyboard.press('Enter');
    expect(await tab.evaluate('document.activeElement.id')).toBe('main');
  });

  it('shows digests before the week on a phone', async () => {
    await tab.setViewportSize({ width: 390, height: 844 });
    await bench.go('now');
    const topOf = async (name: string) => (await tab.getByRole('region', { name }).boundingBox())?.y ?? 0;

    expect(await topOf('Latest digests')).toBeLessThan(await topOf('The last 7 days'));
    await tab.locator('a.row').first().click();
    await tab.getByRole('article').waitFor();
    expect(await tab.locator('a.row').first().isVisible()).toBe(false);
    await tab.getByText('← All digests').click();
    await tab.locator('a.row').first().waitFor();
  });

  it('keeps the digest that is being read, and the row that has the focus, as newer ones arrive', async () => {
    await bench.go('digests');
    const readId = () => tab.getByRole('article').locator('.digest-foot code').textContent();
    const focused = () => tab.evaluate("document.activeElement.getAttribute('href')");
    const read = await readId();
    await tab.locator('a.row').first().focus();
    const row = await focused();

    await bench.store('msg_newest', { outline: { headline: 'Newest of all', hot: 0, buyers: [] } });
    await bench.passReload();
    await tab.getByRole('listitem').filter({ hasText: 'Newest of all' }).waitFor();

    expect([await readId(), await focused()]).toEqual([read, row]);
  });

  it('names the digest that would appear a second time', async () => {
    const outline = { headline: 'Two roofs', hot: 0, buyers: [] };
    const link = await bench.store('msg_sales', { routeId: 'sales', destinationType: 'slack', outline });
    await (await bench.open(link)).getByRole('button', { name: 'Resend', exact: true }).click();
    const asked = await tab.getByRole('dialog').innerText();
    expect(asked).toMatch(/“Two roofs”, sales to Slack, .*\d+:\d\d.* Slack does not recognize repeats/);
    await tab.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('answers why a signal was sent in one search over signals, buyers and digests', async () => {
    await bench.go('search');
    await tab.getByRole('searchbox').fill('springfield tender');
    const signals = tab.getByRole('region', { name: /^\d signal/ });
    await signals.waitFor();
    expect(await signals.innerText()).toContain('crm takes it: it is hot');
    await bench.go('search?text=springfield');
    await tab.getByRole('region', { name: 'Buyers' }).getByRole('link').waitFor();
    expect(await tab.getByRole('region', { name: 'Digests' }).getByRole('link').count()).toBeGreaterThan(1);
    await bench.go('search?text=atlantis');
    await tab.getByText('No signal of the last 90 days has "atlantis"').waitFor();
  });

  it('has no room alone in a row on a phone', async () => {
    await tab.setViewportSize({ width: 390, height: 844 });
    await bench.go('now');
    const links = await tab.getByRole('navigation', { name: 'Pages' }).getByRole('link').all();
    const tops = await Promise.all(links.map(async (link) => (await link.boundingBox())?.y));
    const inRows = [...Map.groupBy(tops, (top) => top).values()].map(({ length }) => length);
    expect(Math.min(...inRows)).toBeGreaterThan(1);
  });

  // Also in shown-digests.slow.test.ts, in each colour scheme and on a phone.
  it.each(rooms)('has no barrier that axe finds in %s', async (room) => {
    await bench.go(room);
    expect(await findBarriers(tab)).toEqual([]);
  });
});

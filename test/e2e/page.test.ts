import type { Browser, Page as BrowserPage } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../machine/page/page.ts';
import { rendererFor } from '../../shared/destinations/destinations.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleSummary,
} from '../support/examples/example-digest.ts';
import { exampleHeartbeat } from '../support/examples/example-heartbeat.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import { findPoorContrast } from './contrast.ts';
import { largeDigest } from './large-digest.ts';
import { openPageBench, type PageBench } from './page-bench.ts';

const hostile = `<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>`;

it.runIf(process.env.CI === 'true')('has a Chromium to look at the page with', () => {
  expect(chromiumPath).toBeDefined();
});

describe.runIf(chromiumPath !== undefined)('the page in a browser', () => {
  let browser: Browser;
  let tab: BrowserPage;
  let bench: PageBench;
  let page: Page;
  let complaints: string[];
  let requested: string[];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    bench = await openPageBench();
    page = bench.page;
    complaints = [];
    requested = [];
    tab = await browser.newPage();
    watch(tab);
  });

  afterEach(async () => {
    await tab.close();
    await bench.close();
  });

  function watch(watched: BrowserPage): void {
    watched.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    watched.on('pageerror', (error) => complaints.push(error.message));
    watched.on('request', (request) => requested.push(new URL(request.url()).origin));
  }

  const forCrm = (over: Partial<DigestContent> = {}) =>
    exampleDigest({
      routeId: 'crm',
      digestId: 'msg_crm4xq5yj7mdf2c6wz4hn5tb3r2e7ao',
      buyers: [
        exampleBuyer({
          summary: exampleSummary(),
          summaryStatus: 'ready',
          signals: [exampleSignal({ hot: true, hotnessRank: 1 })],
        }),
      ],
      ...over,
    });

  const card = (text: string) => tab.getByRole('article').filter({ hasText: text });

  it('draws a Slack digest as Slack would, as it arrives', async () => {
    await tab.goto(page.url);
    await tab.getByText('No digest yet.').waitFor();

    bench.deliver('slack', exampleDigest());

    const digest = card('sales to Slack');
    await digest.getByText('Delivered', { exact: true }).waitFor();
    expect(await tab.locator('[data-count=digestsFrozen]').textContent()).toBe('1');
    expect(await digest.locator('.slack-header').textContent()).toBe(
      'Springfield School District: Roof repair for two schools',
    );
    expect(await digest.locator('.digest-foot code').textContent()).toBe(exampleDigest().digestId);
    expect(await tab.getByRole('article').count()).toBe(1);
    expect(await tab.getByText('No digest yet.').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('draws what a Slack digest consists of: hot ones, a quote, lists in lists, links, mentions', async () => {
    await tab.goto(page.url);

    bench.deliver('slack', largeDigest());

    const digest = card('sales to Slack');
    await digest.locator('.slack-divider').waitFor();
    expect(await digest.locator('.slack-rich').first().innerText()).toBe('@U0123 @S0456');
    expect(await digest.locator('.slack-mention').count()).toBe(2);
    expect(await digest.locator('.slack-rich').nth(1).innerText()).toContain('🔥 RFP 1: Roof repair');
    expect(await digest.locator('.slack-rich b a').first().getAttribute('href')).toMatch(
      /^https:\/\/app\.example\.com\/rows\//,
    );
    expect(await digest.locator('blockquote').first().innerText()).toContain('Sources: Board meeting');
    const inner = digest.locator('ul[data-indent="1"]').first();
    const outer = digest.locator('ul[data-indent="0"]').first();
    const left = async (list: typeof inner) => (await list.locator('li').first().boundingBox())?.x ?? 0;
    expect(await left(inner)).toBeGreaterThan(await left(outer));
    expect(await digest.locator('.slack-context').innerText()).toContain('id k3xq5yj7');
    expect(await findPoorContrast(tab)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('draws the plain form of a Slack digest without bold, as Slack would', async () => {
    await tab.goto(page.url);

    const body = rendererFor('slack').renderPlain?.({ ...exampleDigest(), routeId: '*sales*' }) ?? '';
    bench.store({ routeId: 'sales', destinationType: 'slack', body });

    const message = tab.locator('.slack-rich');
    await message.waitFor();
    expect(await message.innerText()).toContain('*sales* · seen');
    expect(await message.locator('b, i, code').count()).toBe(0);
  });

  it('shows what keeps a digest from being delivered', async () => {
    await tab.goto(page.url);
    const dueAt = Date.parse('2099-11-20T09:30:00Z');
    const late = { routeId: 'crm', deliveredAt: null, reason: 'answered 503' };
    bench.store({ ...late, digestId: 'msg_retry', state: 'FROZEN', dueAt });
    bench.store({ ...late, digestId: 'msg_dead', state: 'DEAD' });
    bench.store({ ...late, digestId: 'msg_held', state: 'HELD', reason: 'the route is disabled' });

    const told = async (id: string) =>
      (await card(id).locator('.pill, .digest-foot').allTextContents()).join(' ');
    await card('msg_held').waitFor();
    expect(await told('msg_retry')).toMatch(/^Retrying.*1 attempt.*answered 503.*next attempt 20 Nov|Nov 20/);
    expect(await told('msg_dead')).toMatch(/^Failed for good.*answered 503/);
    expect(await told('msg_held')).toMatch(/^Waiting for its route.*the route is disabled/);
  });

  it('shows the body of a webhook as JSON, and a body of a kind that it does not know', async () => {
    await tab.goto(page.url);

    bench.deliver('webhook', forCrm());
    bench.store({
      routeId: 'sales',
      destinationType: 'pigeon',
      body: '{"flight":{"letters":["Roof repair"]}}',
    });

    const unknown = card('sales to its destination').locator('.json');
    await unknown.waitFor();
    const read = async (json: typeof unknown) => JSON.parse((await json.textContent()) ?? '');
    expect(await read(unknown)).toEqual({ flight: { letters: ['Roof repair'] } });
    expect(await read(card('crm to webhook').locator('.json'))).toMatchObject({
      type: 'digest.created',
      data: { digestId: forCrm().digestId },
    });
    expect(complaints).toEqual([]);
  });

  it('shows a heartbeat as its sentence, to Slack and to a webhook', async () => {
    await tab.goto(page.url);
    const sentence = 'Polled 672 times, 41 new signals, 6 hot, 0 failures, 3 throttles, quiet since Tuesday.';
    for (const type of ['slack', 'webhook'] as const) {
      const digestId = `msg_${type.charAt(0).repeat(52)}`;
      const body = rendererFor(type).renderHeartbeat(exampleHeartbeat({ routeId: type, digestId }));
      bench.store({ digestId, routeId: type, destinationType: type, heartbeat: true, signals: 0, body });
    }

    const toSlack = card('slack to Slack, heartbeat');
    const toWebhook = card('webhook to webhook, heartbeat');
    await toWebhook.waitFor();
    expect(await toSlack.locator('.slack-rich').textContent()).toBe(sentence);
    expect(await toWebhook.locator('.json').textContent()).toContain(sentence);
    for (const each of [toSlack, toWebhook]) expect(await each.textContent()).not.toContain('0 signals');
    expect(await findPoorContrast(tab)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows hostile text as text, and asks no other host for anything', async () => {
    const signals = [exampleSignal({ name: hostile, bridgeName: hostile, columns: { [hostile]: hostile } })];
    const buyers = [exampleBuyer({ name: hostile, signals })];
    await tab.goto(page.url);

    bench.deliver('slack', exampleDigest({ buyers }));
    bench.deliver('webhook', forCrm({ buyers }));
    bench.store({ digestId: 'msg_text', destinationType: 'slack', body: JSON.stringify({ text: hostile }) });
    page.observe({ kind: 'poll-failed', buyerId: hostile, problem: hostile });
    page.observe({ kind: 'route-disabled', routeId: hostile, reason: hostile });

    await card('msg_text').waitFor();
    await tab.locator('.line-text', { hasText: 'disabled' }).waitFor();
    expect(await card('msg_text').locator('.slack-rich').textContent()).toBe(hostile);
    expect(await card('sales to Slack').locator('.slack-header').textContent()).toContain(
      '<img src=x onerror=',
    );
    expect(await tab.evaluate('globalThis.pwned')).toBeUndefined();
    expect(await tab.locator('main script, main img[src="x"]').count()).toBe(0);
    expect([...new Set(requested)]).toEqual([page.url]);
    expect(complaints).toEqual([]);
  });

  it.each(['javascript:globalThis.pwned=1', 'data:text/html,x', '//'])('makes no link of %s', async (url) => {
    const link = { type: 'link', text: 'Open the tender', url };
    const section = { type: 'rich_text_section', elements: [link] };
    const blocks = [{ type: 'rich_text', elements: [section] }];
    await tab.goto(page.url);

    bench.store({ destinationType: 'slack', body: JSON.stringify({ text: 'hi', blocks }) });

    await tab.getByText('Open the tender').waitFor();
    expect(await tab.getByRole('link', { name: 'Open the tender' }).count()).toBe(0);
  });

  it('names a block that no digest has by its type', async () => {
    const blocks = [{ type: 'actions', elements: [] }, { type: 'toString' }];
    await tab.goto(page.url);

    bench.store({ destinationType: 'slack', body: JSON.stringify({ blocks }) });

    await tab.getByText('A block of the type actions').waitFor();
    await tab.getByText('A block of the type toString').waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps up after the page that it shows was away', async () => {
    await tab.goto(page.url);
    bench.deliver('slack', exampleDigest());
    await card('sales to Slack').waitFor();
    await tab.getByRole('button', { name: 'Pause view' }).click();

    bench.deliver('webhook', forCrm());
    await tab.getByRole('button', { name: 'Resume view' }).click();

    await card('crm to webhook').waitFor();
    expect(await tab.getByRole('article').count()).toBe(2);
  });

  it('shows the four newest digests, and the others when asked, by keyboard too', async () => {
    for (let index = 1; index <= 6; index += 1) bench.store({ digestId: `msg_${index}` });
    await tab.goto(page.url);
    await card('msg_6').waitFor();
    expect(await card('msg_2').isVisible()).toBe(false);

    await tab.getByRole('button', { name: 'Show more or fewer' }).focus();
    await tab.keyboard.press('Enter');

    await card('msg_2').waitFor();
    expect(await tab.getByRole('article').count()).toBe(6);
  });

  it('can be found around in: landmarks, one main heading, named controls, a skip link', async () => {
    bench.deliver('slack', exampleDigest());
    await tab.goto(page.url);
    await card('sales to Slack').waitFor();

    await tab.keyboard.press('Tab');

    expect(await tab.evaluate('document.activeElement.textContent')).toBe('Skip to the digests');
    for (const role of ['banner', 'main'] as const) expect(await tab.getByRole(role).count()).toBe(1);
    expect(await tab.getByRole('heading', { level: 1 }).allTextContents()).toEqual([
      'Watching 60 buyers on 8 bridges',
    ]);
    for (const name of ['Digests as sent', 'Activity', 'Pipeline']) {
      expect(await tab.getByRole('region', { name, exact: true }).count()).toBe(1);
    }
    const unnamed = await tab
      .locator('button, a, input, summary')
      .evaluateAll(
        (all) => all.filter((each) => !(each.textContent || each.closest('label')?.textContent)).length,
      );
    expect(unnamed).toBe(0);
    expect(await tab.locator('img:not([alt])').count()).toBe(0);
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('is readable and fits, %s at %i pixels', async (colorScheme, width) => {
    const narrow = await browser.newPage({ colorScheme, viewport: { width, height: 844 } });
    watch(narrow);
    bench.deliver('slack', exampleDigest());
    bench.deliver('webhook', forCrm());
    page.observe({ kind: 'route-disabled', routeId: 'crm', reason: 'answered 410' });
    page.observe({ kind: 'summary-failed', buyerId: 'b', problem: 'a'.repeat(300) });
    await narrow.goto(page.url);
    await narrow.locator('.json').waitFor();

    expect(await findPoorContrast(narrow)).toEqual([]);
    const tooWide = `[...document.querySelectorAll('html, .step, .digest, .feed-scroll')]
      .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.className || each.tagName)`;
    expect(await narrow.evaluate(tooWide)).toEqual([]);
    expect(complaints).toEqual([]);
    await narrow.close();
  });
});

import type { Browser, Page as BrowserPage } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../machine/page/page.ts';
import { rendererFor } from '../../shared/destinations/destinations.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import { latestDigest } from '../support/destinations/latest-digest.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleSummary,
  exampleView,
} from '../support/examples/example-digest.ts';
import { exampleHeartbeat } from '../support/examples/example-heartbeat.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import { findPoorContrast } from './contrast.ts';
import { largeDigest } from './large-digest.ts';
import { openPageBench, type PageBench, sign } from './page-bench.ts';

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

    await bench.deliver('slack', exampleDigest());

    const digest = card('sales to Slack');
    await digest.getByText('Delivered', { exact: true }).waitFor();
    expect(await digest.locator('.slack-header').textContent()).toBe(
      'Springfield School District: Roof repair for two schools',
    );
    // The message has its beginning.
    expect(await digest.locator('.digest-foot code').textContent()).toBe(exampleDigest().digestId);
    expect(await tab.getByRole('article').count()).toBe(1);
    expect(await tab.getByText('No digest yet.').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('draws what a Slack digest consists of: hot ones, a quote, lists in lists, links, mentions', async () => {
    await tab.goto(page.url);

    await bench.deliver('slack', largeDigest());

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
    const signals = ['*Roof* & _wall_ repair', 'Another'].map((name) =>
      exampleSignal({ name, rowId: name, columns: { Link: 'https://tenders.example/1' } }),
    );
    const content = exampleDigest({
      buyers: [exampleBuyer({ signals })],
      totals: { signals: 2, hot: 0, buyers: 1, parts: 1 },
      view: exampleView({ links: { buyer: 'https://app.example.com/{buyerId}' } }),
    });
    await tab.goto(page.url);

    await fetch(bench.slackUrl, {
      method: 'POST',
      body: rendererFor('slack').renderPlain?.({ ...content, routeId: '*sales*' }) ?? '',
    });

    const message = tab.locator('.slack-rich');
    await message.waitFor();
    expect(await message.innerText()).toContain('*sales* · seen');
    expect(await message.innerText()).toContain('(https://tenders.example/1)');
    expect(await message.locator('b, i, code').count()).toBe(0);
    expect(await message.getByRole('link').allTextContents()).toContain('https://tenders.example/1');
  });

  it('draws what was sent before the page began, and what keeps the rest from being sent', async () => {
    const sent = rendererFor('slack').render(exampleDigest());
    const before = { routeId: 'sales', sender: 'sales', destinationType: 'slack', body: sent };
    const other = await openPageBench([
      latestDigest({ ...before, digestId: 'msg_sent' }),
      latestDigest({
        ...before,
        digestId: 'msg_dead',
        state: 'DEAD',
        reason: 'answered 400',
        deliveredAt: null,
      }),
    ]);
    await tab.goto(other.page.url);

    const digests = card('sales to Slack');
    await digests.nth(1).getByText('JSON as sent').waitFor();
    expect(await digests.nth(1).locator('.slack-header').textContent()).toContain('Roof repair');
    expect(await digests.nth(0).locator('.digest-waiting').textContent()).toContain('Given up and kept');
    expect(await digests.nth(0).locator('.slack-header').textContent()).toContain('Roof repair');
    await digests.nth(0).getByText('JSON to be sent').waitFor();
    expect(complaints).toEqual([]);
    await other.close();
  });

  it('shows a message of a kind that it does not know as JSON', async () => {
    const unknown = { destinationType: 'pigeon', body: '{"flight":{"letters":["Roof repair"]}}' };
    const other = await openPageBench([latestDigest({ routeId: 'sales', ...unknown })]);
    await tab.goto(other.page.url);

    const drawn = card('sales to its destination').locator('.digest-body');
    await drawn.getByText('"letters"').waitFor();
    expect(JSON.parse(await drawn.innerText())).toEqual(JSON.parse(unknown.body));
    expect(complaints).toEqual([]);
    await other.close();
  });

  it('shows a webhook digest with its signals, its signature and its JSON', async () => {
    await tab.goto(page.url);

    await bench.deliver('webhook', forCrm());

    const digest = card('crm to webhook');
    await digest.getByText('Signature valid').waitFor();
    expect(await digest.locator('.buyer h4').textContent()).toBe('Springfield School District');
    expect(await digest.locator('.signal').textContent()).toContain('Hot, no. 1');
    await digest.getByText('JSON as received').click();
    // Written when the fold opens, which the browser tells of a little later.
    await digest.locator('.raw pre', { hasText: 'digest.created' }).waitFor();
    expect(JSON.parse((await digest.locator('.raw pre').textContent()) ?? '')).toMatchObject({
      type: 'digest.created',
      data: { digestId: forCrm().digestId },
    });
    expect(await tab.locator('[data-counter=signaturesVerified]').textContent()).toBe('1');
    expect(complaints).toEqual([]);
  });

  it('shows the Markdown of a summary as a reader of the webhook would, and runs none of it', async () => {
    await tab.goto(page.url);
    const text =
      '## Bond\n\nThe board **passed** a [bond](https://a.example/bond),\nin `May`.\n\n- <b>Roofs</b>\n- *Buses* and 2 * 3 * 4\n\n[x](javascript:alert`1`)';
    const section = { title: 'Why', text, sources: [] };
    const whatsRecent = { intro: 'A **large** bond.', sections: [section] };
    const summary = exampleSummary({ whatsRecent });
    const digestId = 'msg_markdown5yj7mdf2c6wz4hn5tb3r2e7ao';

    await bench.deliver(
      'webhook',
      forCrm({ digestId, buyers: [exampleBuyer({ summary, summaryStatus: 'ready' })] }),
    );

    const told = card('crm to webhook').filter({ hasText: 'large' }).locator('.summary').first();
    await told.waitFor();
    expect(await told.locator('p').first().textContent()).toBe('A large bond.');
    await told.getByText('of the summary').click();
    const answer = told.locator('dd').first();
    expect(await answer.locator('p').allTextContents()).toEqual([
      'Bond',
      'The board passed a bond, in May.',
      'x',
    ]);
    expect(await answer.locator('li').allTextContents()).toEqual(['<b>Roofs</b>', 'Buses and 2 * 3 * 4']);
    expect(
      await answer.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['https://a.example/bond']);
    expect(complaints).toEqual([]);
  });

  it('shows a heartbeat as its sentence, to Slack and to a webhook', async () => {
    await tab.goto(page.url);
    const sentence = 'Polled 672 times, 41 new signals, 6 hot, 0 failures, 3 throttles, quiet since Tuesday.';
    for (const type of ['slack', 'webhook'] as const) {
      const routeId = type === 'slack' ? 'sales' : 'crm';
      const content = exampleHeartbeat({
        routeId,
        digestId: `msg_${(type === 'slack' ? 'a' : 'b').repeat(52)}`,
      });
      const body = rendererFor(type).renderHeartbeat(content);
      const headers = type === 'webhook' ? sign(content.digestId, body) : {};
      page.observe({ kind: 'heartbeat-frozen', routeId, digestId: content.digestId, bytes: body.length });
      const url = type === 'slack' ? bench.slackUrl : bench.webhookUrl;
      expect((await fetch(url, { method: 'POST', headers, body })).ok).toBe(true);
    }

    const toSlack = card('sales to Slack, heartbeat');
    const toWebhook = card('crm to webhook, heartbeat');
    await toWebhook.getByText('Signature valid').waitFor();
    expect(await toSlack.locator('.slack-rich').textContent()).toBe(sentence);
    expect(await toWebhook.locator('.payload p').first().textContent()).toBe(sentence);
    for (const each of [toSlack, toWebhook]) expect(await each.textContent()).not.toContain('0 signals');
    expect(await findPoorContrast(tab)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows hostile text as text, and asks no other host for anything', async () => {
    const signals = [exampleSignal({ name: hostile, bridgeName: hostile, columns: { [hostile]: hostile } })];
    const buyers = [exampleBuyer({ name: hostile, signals })];
    await tab.goto(page.url);

    await bench.deliver('slack', exampleDigest({ buyers }));
    await bench.deliver('webhook', forCrm({ buyers }));
    await fetch(bench.slackUrl, { method: 'POST', body: JSON.stringify({ text: hostile }) });
    page.observe({ kind: 'poll-failed', buyerId: hostile, problem: hostile });
    page.observe({ kind: 'route-disabled', routeId: hostile, reason: hostile });

    await card('crm to webhook').getByText('Signature valid').waitFor();
    await tab.locator('.line-title', { hasText: 'is disabled' }).waitFor();
    expect(await card('crm to webhook').locator('.signal-name').textContent()).toBe(hostile);
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

    await fetch(bench.slackUrl, { method: 'POST', body: JSON.stringify({ text: 'hi', blocks }) });

    await tab.getByText('Open the tender').waitFor();
    expect(await tab.getByRole('link', { name: 'Open the tender' }).count()).toBe(0);
  });

  it('names a block that no digest has by its type', async () => {
    const blocks = [{ type: 'actions', elements: [] }, { type: 'toString' }];
    await tab.goto(page.url);

    await fetch(bench.slackUrl, { method: 'POST', body: JSON.stringify({ blocks }) });

    await tab.getByText('A block of the type actions').waitFor();
    await tab.getByText('A block of the type toString').waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps up after the page that it shows was away', async () => {
    await tab.goto(page.url);
    await bench.deliver('slack', exampleDigest());
    await card('sales to Slack').waitFor();
    await tab.getByRole('button', { name: 'Pause view' }).click();

    await bench.deliver('webhook', forCrm());
    await tab.getByRole('button', { name: 'Resume view' }).click();

    await card('crm to webhook').waitFor();
    expect(await tab.getByRole('article').count()).toBe(2);
  });

  it('shows one kind of digest when asked, by keyboard too', async () => {
    await bench.deliver('slack', exampleDigest());
    await bench.deliver('webhook', forCrm());
    await tab.goto(page.url);
    await card('crm to webhook').waitFor();

    await tab.getByRole('radio', { name: 'All' }).focus();
    await tab.keyboard.press('ArrowRight');

    await card('crm to webhook').waitFor({ state: 'hidden' });
    expect(await card('sales to Slack').isVisible()).toBe(true);
  });

  it('can be found around in: landmarks, one main heading, named controls, a skip link', async () => {
    await bench.deliver('slack', exampleDigest());
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
    await bench.deliver('slack', exampleDigest());
    await bench.deliver('webhook', forCrm());
    page.observe({ kind: 'route-disabled', routeId: 'crm', reason: 'answered 410' });
    page.observe({ kind: 'summary-failed', buyerId: 'b', problem: 'a'.repeat(300) });
    await narrow.goto(page.url);
    await narrow.getByText('Signature valid').waitFor();

    expect(await findPoorContrast(narrow)).toEqual([]);
    const tooWide = `[...document.querySelectorAll('html, .step, .digest, .feed-scroll')]
      .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.className || each.tagName)`;
    expect(await narrow.evaluate(tooWide)).toEqual([]);
    expect(complaints).toEqual([]);
    await narrow.close();
  });
});

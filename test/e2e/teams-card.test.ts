import type { Browser, Page as BrowserPage } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rendererFor } from '../../shared/destinations/destinations.ts';
import { latestDigest } from '../support/destinations/latest-digest.ts';
import { exampleBuyer, exampleDigest, exampleSignal } from '../support/examples/example-digest.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import { findPoorContrast } from './contrast.ts';
import { openPageBench, type PageBench } from './page-bench.ts';

const name = 'Due {{DATE(2026-11-26T08:00:00Z,SHORT)}} {{{TIME(2026-11-26T08:00:00Z)}}} <b>now</b>';
const word = 'Schulverwaltungsgebäudesanierungsausschreibung'.repeat(8);

const written = rendererFor('teams').render(
  exampleDigest({
    buyers: [
      exampleBuyer({
        signals: [
          exampleSignal({ name, hot: true }),
          exampleSignal({ rowId: '2', name: word, columns: { Link: 'https://tenders.example/1' } }),
        ],
      }),
    ],
    totals: { signals: 2, hot: 1, buyers: 1, parts: 1 },
  }),
);

describe.runIf(chromiumPath !== undefined)('a Teams card on the page', () => {
  let browser: Browser;
  let bench: PageBench | undefined;
  let complaints: string[];
  let requested: string[];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  afterEach(() => bench?.close());

  async function open(body: string, width = 1280): Promise<BrowserPage> {
    bench = await openPageBench([latestDigest({ routeId: 'sales', destinationType: 'teams', body })]);
    [complaints, requested] = [[], []];
    const tab = await browser.newPage({ viewport: { width, height: 844 } });
    tab.on('console', (message) => complaints.push(message.text()));
    tab.on('pageerror', (error) => complaints.push(error.message));
    tab.on('request', (request) => requested.push(new URL(request.url()).origin));
    await tab.goto(bench.page.url);
    await tab.locator('.teams-card').waitFor();
    return tab;
  }

  it("is drawn by Microsoft's renderer from this page alone, and called accepted", async () => {
    const tab = await open(written);

    const card = tab.getByRole('article').filter({ hasText: 'sales to Teams' });
    await card.getByText('Accepted', { exact: true }).waitFor();
    expect(await card.locator('.ac-adaptiveCard .ac-richTextBlock').count()).toBeGreaterThan(3);
    expect(complaints).toEqual([]);
    expect([...new Set(requested)]).toEqual([new URL(tab.url()).origin]);
    await tab.close();
  });

  it('shows what others wrote as they wrote it, and leads out by links of its own', async () => {
    const tab = await open(written);

    const card = tab.locator('.teams-card');
    expect((await card.textContent())?.replaceAll('\u200b', '')).toContain(name);
    expect(await card.locator('b, strong').count()).toBe(0);
    const links = await card.locator('a').all();
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      'https://tenders.example/1',
    ]);
    expect(await links[0]?.getAttribute('rel')).toBe('noopener noreferrer');
    await tab.close();
  });

  it.each([390, 768, 1280])(
    'keeps within a window of %i pixels, in colours that can be read',
    async (width) => {
      const tab = await open(written, width);

      expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(
        await tab.evaluate(`[...document.querySelectorAll('.teams-card, .teams-card *')]
        .filter((each) => each.scrollWidth > each.clientWidth && getComputedStyle(each).display !== 'inline')
        .map((each) => each.className)`),
      ).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme });
        expect(await findPoorContrast(tab)).toEqual([]);
      }
      await tab.close();
    },
  );

  it('leads nowhere by an address that is not http', async () => {
    const run = {
      type: 'TextRun',
      text: 'here',
      selectAction: { type: 'Action.OpenUrl', url: 'javascript:x()' },
    };
    const content = {
      type: 'AdaptiveCard',
      version: '1.4',
      body: [{ type: 'RichTextBlock', inlines: [run] }],
    };

    const tab = await open(JSON.stringify({ type: 'message', attachments: [{ content }] }));

    expect(await tab.locator('.teams-card a').getAttribute('href')).toBeNull();
    await tab.close();
  });
});

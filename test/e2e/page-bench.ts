import type { Browser, Locator, Page as Tab } from 'playwright-core';
import { type Page, startPage } from '../../machine/page/page.ts';
import { type destinations, rendererFor } from '../../shared/destinations/destinations.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import { latestDigest } from '../support/destinations/latest-digest.ts';
import { launchChromium } from './chromium.ts';

export interface PageBench {
  readonly page: Page;
  /** Shows the page. A file's tests share it, as opening a tab takes longer than most of them. */
  readonly tab: Tab;
  /** Errors and warnings of the browser. */
  readonly complaints: readonly string[];
  /** The origins that the tab requested something from. */
  readonly requested: ReadonlySet<string>;
  /** Stores the digest as delivered, and tells the page of it. */
  deliver(type: keyof typeof destinations, content: DigestContent): void;
  /** Stores a digest with this body, and tells the page of it. */
  store(digest: Partial<LatestDigest>): void;
  /** The cards of digests with this text, such as `sales to Slack`. */
  card(text: string): Locator;
  close(): Promise<void>;
}

/** The page of a run with a route to Slack and one to a webhook, in a browser. */
export async function openPageBench(): Promise<PageBench> {
  const digests: LatestDigest[] = [];
  const page = await startPage({
    port: 0,
    now: Date.now,
    readDigests: async (most) => digests.slice(-most),
    command: (words) => `signalpost ${words}`,
  });
  page.describe({
    api: { baseUrl: 'http://127.0.0.1:4010', token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    buyers: 60,
    bridges: 8,
    every: '15 seconds',
    routes: [
      { routeId: 'crm', label: 'webhook', when: 'immediately' },
      {
        routeId: 'sales',
        label: 'Slack',
        when: { cron: '0 8 ? * MON-FRI *', timezone: 'Europe/Berlin' },
      },
    ],
  });
  const browser = await launchChromium();
  const { tab, complaints, requested } = await openTab(browser);
  await tab.goto(page.url);
  function store(over: Partial<LatestDigest>): void {
    const digest = latestDigest(over);
    digests.push(digest);
    const { digestId, routeId, part, signals } = digest;
    page.observe({ kind: 'digest-frozen', routeId, digestId, part, signals });
  }
  return {
    ...{ page, tab, complaints, requested, store },
    deliver(type, content) {
      const { digestId, routeId } = content;
      const body = rendererFor(type).render(content);
      store({ digestId, routeId, destinationType: type, signals: 1, body });
    },
    card: (text) => tab.getByRole('article').filter({ hasText: text }),
    async close() {
      await browser.close();
      await page.close();
    },
  };
}

async function openTab(browser: Browser) {
  const complaints: string[] = [];
  const requested = new Set<string>();
  const tab = await browser.newPage();
  tab.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('request', (request) => requested.add(new URL(request.url()).origin));
  return { tab, complaints, requested };
}

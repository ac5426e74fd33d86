import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleSummary,
} from '../support/examples/example-digest.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import { openPageBench, type PageBench } from './page-bench.ts';

const word = 'Schulverwaltungsgebäudesanierungsausschreibung'.repeat(8);
const address = `https://tenders.example/${'path/'.repeat(60)}?id=${'0123456789'.repeat(20)}`;

/** Nothing in it has a place to break at. */
const unbreakable = exampleBuyer({
  name: word,
  summary: exampleSummary({
    whatsRecent: { intro: word, sections: [{ title: word, text: address, sources: [] }] },
  }),
  summaryStatus: 'ready',
  signals: [
    exampleSignal({
      name: word,
      bridgeName: word,
      columns: { [word]: word, Link: address, Budget: 120_000 },
    }),
  ],
});

describe.runIf(chromiumPath !== undefined)('the width of the page', () => {
  let browser: Browser;
  let bench: PageBench;

  beforeAll(async () => {
    browser = await launchChromium();
    bench = await openPageBench();
    const { page } = bench;
    bench.deliver('slack', exampleDigest({ buyers: [unbreakable] }));
    bench.deliver(
      'webhook',
      exampleDigest({ routeId: 'crm', digestId: `msg_${'c'.repeat(32)}`, buyers: [unbreakable] }),
    );
    const digestId = `msg_${'h'.repeat(32)}`;
    const plain = { text: `${word} ${address} ${digestId}`, mrkdwn: false };
    bench.store({
      digestId,
      destinationType: 'slack',
      routeId: word,
      reason: address,
      state: 'HELD',
      body: JSON.stringify(plain),
    });
    page.observe({ kind: 'digest-held', routeId: word, digestId, reason: address });
    page.observe({ kind: 'poll-failed', buyerId: word, problem: address });
    page.describe({
      api: { baseUrl: address, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      routes: [{ routeId: word, label: 'Slack', when: 'immediately' }],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await bench?.close();
  });

  it.each([390, 768, 1280])('is that of a window of %i pixels', async (width) => {
    const tab = await browser.newPage({ viewport: { width, height: 844 } });
    await tab.goto(bench.page.url);
    await tab.locator('.json', { hasText: 'digest.created' }).waitFor();

    expect(await tab.evaluate(tooWide)).toEqual([]);
    await tab.close();
  });
});

/** What is wider than its place, by class, and the window where something stands out of it. */
const tooWide = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ['the window'] : []),
  ...[...document.querySelectorAll('body *')]
    .filter((each) => each.checkVisibility() && !each.closest('.visually-hidden, .skip'))
    .filter((each) => getComputedStyle(each).overflowX !== 'visible' && each.scrollWidth > each.clientWidth)
    .map((each) => each.className),
]`;

import type { Browser, Locator } from 'playwright-core';
import { type destinations, rendererFor } from '../../message/destinations.ts';
import type { AttemptRecord } from '../../shared/domain/digests/attempt.ts';
import type { FrozenDigest, ReportKind, Settlement } from '../../shared/domain/digests/delivery.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import { startPage } from '../../view/page/page.ts';
import { settleDue } from '../support/ledger/digests.ts';
import { openPageLedger, worldOf } from '../support/page/page-ledger.ts';
import { launchChromium } from './chromium.ts';

const outcomes = { DELIVERED: 'delivered', FROZEN: 'retry', DEAD: 'dead', HELD: 'held' } as const;

/** The page of a pipeline with a route to each kind of destination, in a browser. */
export async function openPageBench() {
  const opened = openPageLedger(Date.now);
  const running = { isRunning: () => true, now: Date.now };
  const page = await startPage({ port: 0, live: true, world: { ...worldOf(opened), ...running } });
  const browser = await launchChromium();
  const { tab, complaints, requested } = await openTab(browser);
  await tab.goto(page.address());
  /** Opens a page, or something in it, and waits until it is read. */
  const go = async (link: string): Promise<void> => {
    await tab.goto(`${page.url}/#/${link}`);
    await tab.locator(`main[aria-busy=false][data-place="${link}"]`).waitFor();
  };
  /** Stores a digest with this outcome of its first attempt; gives its link. */
  const store = async (
    digestId: string,
    digest: Partial<FrozenDigest> = {},
    end: Settlement = { to: 'DELIVERED' },
    report?: ReportKind,
  ): Promise<string> => {
    const stored = await opened.create(digestId, digest, Date.now(), report);
    const { routeId, slot, part } = stored;
    const reason = 'reason' in end && end.reason ? end.reason : 'answered 200';
    const told: Omit<AttemptRecord, 'at'> = { outcome: outcomes[end.to], status: null, reason };
    await settleDue(opened.ledger, stored, Date.now(), end, end.to !== 'HELD', told);
    page.observe({ kind: 'digest-frozen', routeId, digestId, part, signals: 1 });
    return `digests/${encodeURIComponent(routeId)}/${encodeURIComponent(slot)}/${part}`;
  };
  return {
    ...opened,
    /** `tab` shows the page. A file's tests share it, as opening a tab takes longer than most of them. */
    page,
    tab,
    complaints,
    requested,
    go,
    store,
    /** Lets the time pass after which the page reads again what an event changed, or what only time changes. */
    async passReload(): Promise<void> {
      // The event has come by then.
      await tab.waitForTimeout(150);
      await tab.clock.fastForward(20_000);
      await tab.waitForTimeout(50);
    },
    /** Delivers the digest, tells the page of it, and gives its link. */
    send: (type: keyof typeof destinations, content: DigestContent) =>
      store(content.digestId, {
        routeId: content.routeId,
        destinationType: type,
        body: rendererFor(type).render(content).body,
        outline: outlineOf(content),
      }),
    /** Opens a digest, and gives its article. */
    async open(link: string): Promise<Locator> {
      await go(link);
      return tab.getByRole('article');
    },
    async close(): Promise<void> {
      await browser.close();
      await page.close();
    },
  };
}

function outlineOf({ buyers }: DigestContent): FrozenDigest['outline'] {
  const named = buyers.map(({ buyerId, name }) => ({ buyerId, name }));
  return { headline: `${buyers[0]?.signals[0]?.name}`, hot: 1, buyers: named };
}

async function openTab(browser: Browser) {
  /** Errors and warnings of the browser. */
  const complaints: string[] = [];
  /** The origins that the tab requested something from. */
  const requested = new Set<string>();
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const tab = await context.newPage();
  await tab.clock.install();
  tab.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('request', (request) => requested.add(new URL(request.url()).origin));
  return { tab, complaints, requested };
}

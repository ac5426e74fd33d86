import type { Browser, Locator, Page as Tab } from 'playwright-core';
import { type Page, startPage } from '../../machine/page/page.ts';
import type { PageWorld } from '../../machine/page/page-world.ts';
import { type destinations, rendererFor } from '../../shared/destinations/destinations.ts';
import type { AttemptRecord } from '../../shared/domain/digests/attempt.ts';
import type { FrozenDigest, ReportKind, Settlement } from '../../shared/domain/digests/delivery.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import { settleDue } from '../support/ledger/digests.ts';
import { openPageLedger, type PageLedger, worldOf } from '../support/page/page-ledger.ts';
import { launchChromium } from './chromium.ts';

export interface PageBench extends PageLedger {
  readonly page: Page;
  /** Shows the page. A file's tests share it, as opening a tab takes longer than most of them. */
  readonly tab: Tab;
  /** Errors and warnings of the browser. */
  readonly complaints: string[];
  /** The origins that the tab requested something from. */
  readonly requested: ReadonlySet<string>;
  /** Opens a room, or something in it, and waits until it is read. */
  go(link: string): Promise<void>;
  /** Delivers the digest, tells the page of it, and gives its link. */
  send(type: keyof typeof destinations, content: DigestContent): Promise<string>;
  /** Stores a digest with this outcome of its first attempt; gives its link. */
  store(
    digestId: string,
    over?: Partial<FrozenDigest>,
    end?: Settlement,
    report?: ReportKind,
  ): Promise<string>;
  /** Opens a digest, and gives its article. */
  open(link: string): Promise<Locator>;
  close(): Promise<void>;
}

const outcomes = { DELIVERED: 'delivered', FROZEN: 'retry', DEAD: 'dead', HELD: 'held' } as const;

/** The page of a pipeline with a route to each kind of destination, in a browser. */
export async function openPageBench(over: Partial<PageWorld> = {}): Promise<PageBench> {
  const opened = openPageLedger(Date.now);
  const world = worldOf(opened);
  const running = { isRunning: () => true, now: Date.now };
  const page = await startPage({ port: 0, live: true, world: { ...world, ...running, ...over } });
  const browser = await launchChromium();
  const { tab, complaints, requested } = await openTab(browser);
  await tab.goto(page.address());
  const go = async (link: string): Promise<void> => {
    await tab.goto(`${page.url}/#/${link}`);
    await tab.locator(`main[aria-busy=false][data-place="${link}"]`).waitFor();
  };
  const store: PageBench['store'] = async (
    digestId,
    digest,
    end = { to: 'DELIVERED' },
    report?: ReportKind,
  ) => {
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
    ...{ page, tab, complaints, requested, go, store },
    send: (type, content) =>
      store(content.digestId, {
        ...{ routeId: content.routeId, destinationType: type, body: rendererFor(type).render(content) },
        outline: outlineOf(content),
      }),
    async open(link) {
      await go(link);
      return tab.getByRole('article');
    },
    async close() {
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
  const complaints: string[] = [];
  const requested = new Set<string>();
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const tab = await context.newPage();
  tab.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('request', (request) => requested.add(new URL(request.url()).origin));
  return { tab, complaints, requested };
}

import { type Page, startPage } from '../../machine/page/page.ts';
import { rendererFor } from '../../shared/destinations/destinations.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import { latestDigest } from '../support/destinations/latest-digest.ts';

export interface PageBench {
  readonly page: Page;
  /** Stores the digest as delivered, and tells the page of it. */
  deliver(type: 'slack' | 'webhook', content: DigestContent): void;
  /** Stores a digest with this body, and tells the page of it. */
  store(digest: Partial<LatestDigest>): void;
  close(): Promise<void>;
}

/** The page of a run with a route to Slack and one to a webhook. `stored`: of a run before. */
export async function openPageBench(stored: readonly LatestDigest[] = []): Promise<PageBench> {
  const digests = [...stored];
  const page = await startPage({
    port: 0,
    host: '127.0.0.1',
    now: Date.now,
    readDigests: async () => digests,
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
  function store(over: Partial<LatestDigest>): void {
    const digest = latestDigest(over);
    digests.push(digest);
    const { digestId, routeId, part, signals, body } = digest;
    page.observe({ kind: 'digest-frozen', routeId, digestId, part, signals, bytes: body.length });
  }
  return {
    page,
    deliver(type, content) {
      const { digestId, routeId } = content;
      const body = rendererFor(type).render(content);
      store({ digestId, routeId, destinationType: type, signals: 1, body });
    },
    store,
    close: page.close,
  };
}

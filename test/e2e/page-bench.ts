import { Webhook } from 'standardwebhooks';
import { describeKind } from '../../machine/page/describe-kind.ts';
import { type Page, startPage } from '../../machine/page/page.ts';
import { startDemoReceiver } from '../../machine/receiver/receiver.ts';
import { rendererFor } from '../../shared/destinations/destinations.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';

const signingSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export interface PageBench {
  readonly page: Page;
  readonly slackUrl: string;
  readonly webhookUrl: string;
  /** Renders the digest, has the receiver take it, and tells the page of both. */
  deliver(type: 'slack' | 'webhook', content: DigestContent): Promise<void>;
  close(): Promise<void>;
}

/** The page of a run with one route of each kind, and the receiver that it delivers to. `stored`: of a run before. */
export async function openPageBench(stored: readonly LatestDigest[] = []): Promise<PageBench> {
  const page = await startPage({
    port: 0,
    host: '127.0.0.1',
    now: Date.now,
    readDigests: async () => stored,
  });
  const receiver = await startDemoReceiver({ port: 0, signingSecret, onMessage: page.received });
  page.describe({
    api: 'http://127.0.0.1:4010',
    buyers: 60,
    bridges: 8,
    every: '15 seconds',
    destinations: [
      { routeId: 'crm', kind: describeKind('webhook'), when: 'immediately' },
      {
        routeId: 'sales',
        kind: describeKind('slack'),
        when: { cron: '0 8 ? * MON-FRI *', timezone: 'Europe/Berlin' },
      },
    ],
  });
  const { slackUrl, webhookUrl } = receiver;
  return {
    page,
    slackUrl,
    webhookUrl,
    async deliver(type, content) {
      const { digestId, routeId } = content;
      const body = rendererFor(type).render(content);
      const headers = { 'content-type': 'application/json', ...(type === 'webhook' && sign(digestId, body)) };
      page.observe({ kind: 'digest-frozen', routeId, digestId, part: 1, signals: 1, bytes: body.length });
      const url = type === 'slack' ? slackUrl : webhookUrl;
      const { status } = await fetch(url, { method: 'POST', headers, body });
      page.observe({
        kind: 'digest-attempted',
        routeId,
        digestId,
        attempt: 1,
        outcome: status < 300 ? 'delivered' : 'dead',
        status,
        reason: `answered ${status}`,
        ambiguous: false,
        nextAttemptAt: null,
      });
    },
    async close() {
      await receiver.close();
      await page.close();
    },
  };
}

/** What a webhook of the bench must carry. */
export function sign(id: string, body: string): Record<string, string> {
  const at = new Date();
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = new Webhook(signingSecret).sign(id, at, body);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

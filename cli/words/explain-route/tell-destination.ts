import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';

/** Where a route's digests go. Of an address only the host: its path may be a secret. */
export function tellDestination(to: DestinationSettings): string {
  if (to.type === 'webhook') {
    return typeof to.url === 'string'
      ? `the webhook at ${new URL(to.url).host}`
      : `the webhook of ${to.url.secret}`;
  }
  if (to.type === 'teams') return `Teams (${to.webhookUrl.secret})`;
  return 'channel' in to ? `the Slack channel ${to.channel}` : `Slack (${to.webhookUrl.secret})`;
}

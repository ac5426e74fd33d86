import { rendererFor } from '../../message/destinations.ts';
import type { DestinationSettings, Route } from '../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import { openComposing } from '../support/functions/open-composing.ts';
import { type SandboxData, sandboxColumns } from './read-sandbox.ts';

/** What waits for a route. */
export interface Slot {
  readonly data: SandboxData;
  readonly entries: readonly OutboxEntry[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const links = {
  signal: 'https://app.example.com/bridges/{bridgeId}/rows/{rowId}',
  buyer: 'https://app.example.com/buyers/{buyerId}',
};

/** The bodies of a slot's messages, as compose-digests would freeze them for a destination. */
export async function composeSlot(
  { data: { columns, summaries }, entries, now }: Slot,
  to: DestinationSettings,
): Promise<string[]> {
  const route: Route = {
    id: 'sales',
    match: {},
    when: { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' },
    to,
  };
  const bench = openComposing([], {
    config: { links, columns: sandboxColumns },
    rendererFor,
    ledger: {
      columns: { read: async (bridgeId) => columns.get(bridgeId) },
      summaries: { read: async (buyerId) => summaries.get(buyerId) },
    },
  });
  bench.time.now = now;
  bench.add(entries, route.id);
  await bench.compose({ route, evenEarly: true });
  return bench.frozen.map(({ body }) => body);
}

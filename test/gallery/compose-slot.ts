import { rendererFor } from '../../message/destinations.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import type { DestinationSettings, LinkTemplates, Route } from '../../shared/domain/routes/route.ts';
import type { KnownSummary, OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import { routeKey } from '../../shared/ledger/items/keys.ts';
import { openComposing } from '../support/functions/open-composing.ts';
import { type SandboxData, sandboxColumns } from './read-sandbox.ts';

/** What waits for a route, and how the route is set up. */
export interface Slot {
  readonly data: SandboxData;
  readonly entries: readonly OutboxEntry[];
  readonly mutes?: readonly Mute[] | undefined;
  /** @default the usual one of its kind */
  readonly to?: DestinationSettings | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly route?: Partial<Route> | undefined;
  /** @default those of the data */
  readonly summaries?: ReadonlyMap<string, KnownSummary> | undefined;
  readonly held?: number | undefined;
  /** Owners are mentioned, by their ids here. @default nobody is */
  readonly people?: SignalpostConfig['people'];
  /** What its config declares; null: nothing. @default what fits the sandbox */
  readonly columns?: SignalpostConfig['columns'] | null;
}

export const appLinks: LinkTemplates = {
  signal: 'https://app.example.com/bridges/{bridgeId}/rows/{rowId}',
  buyer: 'https://app.example.com/buyers/{buyerId}',
};

/** The bodies of a slot's messages, as compose-digests would freeze them for a kind of destination. */
export async function composeSlot(slot: Slot, usual: DestinationSettings): Promise<string[]> {
  const { to = usual } = slot;
  const route: Route = {
    id: 'sales',
    match: {},
    when: { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' },
    ...slot.route,
    to: slot.people && to.type !== 'webhook' ? { ...to, mention: { owners: true, ...to.mention } } : to,
  };
  const { columns, summaries } = slot.data;
  const declared = slot.columns === undefined ? sandboxColumns : (slot.columns ?? undefined);
  const bench = openComposing([], {
    config: { links: appLinks, columns: declared, ...(slot.people && { people: slot.people }) },
    rendererFor,
    ledger: {
      columns: { read: async (bridgeId) => columns.get(bridgeId) },
      summaries: { read: async (buyerId) => (slot.summaries ?? summaries).get(buyerId) },
    },
  });
  bench.time.now = slot.now;
  for (const mute of slot.mutes ?? []) await bench.ledger.mutes.begin(mute);
  bench.add(slot.entries, route.id);
  if (slot.held !== undefined) {
    await bench.table.update({ key: routeKey(route.id), set: { held: slot.held, v: 1 } });
  }
  await bench.compose({ route, evenEarly: true });
  return bench.frozen.map(({ body }) => body);
}

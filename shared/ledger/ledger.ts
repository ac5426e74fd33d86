import { createAlerts } from './alerts/alert-state.ts';
import { createTroubles } from './alerts/troubles.ts';
import { createDigests } from './digests/digests.ts';
import { createDue } from './digests/due.ts';
import { createHistory } from './history/history.ts';
import { createInbound } from './inbound/handled-calls.ts';
import { createOwner } from './owner.ts';
import { createPending } from './pending/pending.ts';
import { createBuyers } from './polling/buyers.ts';
import { createPolls } from './polling/polls.ts';
import { createRosters } from './polling/rosters.ts';
import { createMutes } from './routes/mutes.ts';
import { createRoutes } from './routes/routes.ts';
import { createAwaited } from './signals/awaited.ts';
import { createColumns } from './signals/columns.ts';
import { createOutbox } from './signals/outbox.ts';
import { createSignals } from './signals/signals.ts';
import { createSummaries } from './signals/summaries.ts';
import type { LedgerPorts } from './table/ports.ts';
import { createUpstream } from './upstream/upstream.ts';

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The ledger's interface: signals seen, signals waiting, digests frozen and sent. Each method is one step of the
 * protocol, implemented in the folders beside this file over the `Table` port. Times are milliseconds since the epoch.
 * Every method may throw `TableUnavailableError` once its tries are used up.
 */
export function createLedger(ports: LedgerPorts) {
  const outbox = createOutbox(ports);
  const routes = createRoutes(ports);
  const digests = createDigests(ports, routes);
  const upstream = createUpstream(ports);
  const buyers = createBuyers(ports);
  const rosters = createRosters(ports);
  const troubles = createTroubles(ports);
  return {
    buyers,
    rosters,
    polls: createPolls(ports, { buyers, rosters, upstream, troubles }),

    signals: createSignals(ports, routes),
    awaited: createAwaited(ports, routes),
    outbox,
    summaries: createSummaries(ports),
    columns: createColumns(ports),

    routes,
    mutes: createMutes(ports),
    pending: createPending(ports, routes, outbox, digests),

    digests,
    due: createDue(ports, routes, digests),

    upstream,

    history: createHistory(ports),

    inbound: createInbound(ports),
    owner: createOwner(ports),

    alerts: createAlerts(ports),
    troubles,
  };
}

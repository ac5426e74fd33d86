import { createAlerts } from './alerts/alert-state.ts';
import { createTroubles } from './alerts/troubles.ts';
import { createClaiming } from './digests/claim-digest.ts';
import { createDigestIds } from './digests/digest-ids.ts';
import { createDue } from './digests/due.ts';
import { createFreezing } from './digests/freeze-digest.ts';
import { createInFlight } from './digests/in-flight.ts';
import { createOwedDigests } from './digests/owed-digests.ts';
import { createSendingAgain } from './digests/send-again.ts';
import { createSettling } from './digests/settle-digest.ts';
import { createHistory } from './history/history.ts';
import { createInbound } from './inbound/handled-calls.ts';
import { createOwner } from './owner.ts';
import { createDiscard } from './pending/discard.ts';
import { createPending } from './pending/pending.ts';
import { createBuyers } from './polling/buyers.ts';
import { createPolling } from './polling/polling.ts';
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
  const owed = createOwedDigests(ports);
  const inFlight = createInFlight(ports);
  const outbox = createOutbox(ports);
  const routes = createRoutes(ports);
  const upstream = createUpstream(ports);
  const rosters = createRosters(ports);
  const troubles = createTroubles(ports);
  return {
    ...createBuyers(ports),
    rosters,
    ...createPolling(ports, rosters, upstream, troubles),

    signals: createSignals(ports, routes),
    awaited: createAwaited(ports, routes),
    outbox,
    summaries: createSummaries(ports),
    columns: createColumns(ports),

    routes,
    mutes: createMutes(ports),
    ...createPending(ports, owed, routes, outbox),
    ...createDiscard(ports, owed),

    ...createDigestIds(ports),
    ...createFreezing(ports, routes),
    ...createClaiming(ports),
    ...createSettling(ports),
    beginAttempt: inFlight.beginAttempt,
    endAttempt: inFlight.endAttempt,
    ...createDue(ports, routes, inFlight),
    ...createSendingAgain(ports),
    listUndelivered: owed.listUndelivered,
    listOutermost: owed.listOutermost,

    upstream,

    history: createHistory(ports),

    inbound: createInbound(ports),
    owner: createOwner(ports),

    alerts: createAlerts(ports),
    troubles,
  };
}

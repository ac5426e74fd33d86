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
import type { LedgerPorts } from './table/table.ts';
import { createUpstream } from './upstream/upstream.ts';

export type Ledger = ReturnType<typeof createLedger>;

/**
 * Each method is one step of the protocol, implemented in the folders beside this file over the `Table` port. Times
 * are milliseconds since the epoch. Every method may throw `TableUnavailableError` once its tries are used up.
 */
export function createLedger(ports: LedgerPorts) {
  const buyers = createBuyers(ports);
  const rosters = createRosters(ports);
  const upstream = createUpstream(ports);
  const outbox = createOutbox(ports);
  const routes = createRoutes(ports);
  const digests = createDigests(ports, routes);
  const awaited = createAwaited(ports, routes);
  const troubles = createTroubles(ports);
  // Each group is written out: a spread could hide another group of its name.
  return {
    /** The stage whose ledger it is. */
    owner: createOwner(ports),
    /** Each buyer's state, and when it is polled. */
    buyers,
    /** The buyers that each bridge's rows named. */
    rosters,
    /** The plan of polls, the last tick, and whether the reading works. */
    polls: createPolls(ports, { buyers, rosters, upstream, awaited, troubles }),
    /** The limiter and the breaker of each lane, which all instances share. */
    upstream,
    /** The signals that were seen, and what became of them. */
    signals: createSignals(ports, routes),
    /** Signals of which values are still being computed. */
    awaited,
    summaries: createSummaries(ports),
    /** Bridges' columns, as their metadata tells them, and which of them had values. */
    columns: createColumns(ports),
    /** The signals that wait for a route, or that it holds back. */
    outbox,
    routes,
    mutes: createMutes(ports),
    /** Signals and digests that a route still owes. */
    pending: createPending(ports, routes, outbox, digests),
    digests,
    /** Digests, summaries and values whose time has come. */
    due: createDue(ports, routes, digests),
    /** Signals, digests and hours, as they are remembered. */
    history: createHistory(ports),
    /** The calls from outside that were handled. */
    inbound: createInbound(ports),
    alerts: createAlerts(ports),
    /** The last failures, by their kind: alerts are raised from them. */
    troubles,
  };
}

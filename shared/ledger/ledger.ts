import { createAlerts } from './alerts/alert-state.ts';
import { createTroubles, type Troubles } from './alerts/troubles.ts';
import { createDigests, type Digests } from './digests/digests.ts';
import { createDue } from './digests/due.ts';
import { createHistory } from './history/history.ts';
import { createInbound } from './inbound/handled-calls.ts';
import { createOwner } from './owner.ts';
import { createPending } from './pending/pending.ts';
import { type Buyers, createBuyers } from './polling/buyers.ts';
import { createPolls } from './polling/polls.ts';
import { createRosters, type Rosters } from './polling/rosters.ts';
import { createMutes } from './routes/mutes.ts';
import { createRoutes, type Routes } from './routes/routes.ts';
import { createAwaited } from './signals/awaited.ts';
import { createColumns } from './signals/columns.ts';
import { createOutbox, type Outbox } from './signals/outbox.ts';
import { createSignals } from './signals/signals.ts';
import { createSummaries } from './signals/summaries.ts';
import type { LedgerPorts } from './table/table.ts';
import { createUpstream, type Upstream } from './upstream/upstream.ts';

/**
 * Each method is one step of the protocol, implemented in the folders beside this file over the `Table` port. Times
 * are milliseconds since the epoch. Every method may throw `TableUnavailableError` once its tries are used up.
 */
export interface Ledger {
  /** The stage whose ledger it is. */
  readonly owner: ReturnType<typeof createOwner>;
  /** Each buyer's state, and when it is polled. */
  readonly buyers: Buyers;
  /** The buyers that each bridge's rows named. */
  readonly rosters: Rosters;
  /** The plan of polls, the last tick, and whether the reading works. */
  readonly polls: ReturnType<typeof createPolls>;
  /** The limiter and the breaker of each lane, which all instances share. */
  readonly upstream: Upstream;
  /** The signals that were seen, and what became of them. */
  readonly signals: ReturnType<typeof createSignals>;
  /** Signals of which values are still being computed. */
  readonly awaited: ReturnType<typeof createAwaited>;
  readonly summaries: ReturnType<typeof createSummaries>;
  /** Bridges' columns, as their metadata tells them. */
  readonly columns: ReturnType<typeof createColumns>;
  /** The signals that wait for a route, or that it holds back. */
  readonly outbox: Outbox;
  readonly routes: Routes;
  readonly mutes: ReturnType<typeof createMutes>;
  /** Signals and digests that a route still owes. */
  readonly pending: ReturnType<typeof createPending>;
  readonly digests: Digests;
  /** Digests, summaries and values whose time has come. */
  readonly due: ReturnType<typeof createDue>;
  /** Signals, digests and hours, as they are remembered. */
  readonly history: ReturnType<typeof createHistory>;
  /** The calls from outside that were handled. */
  readonly inbound: ReturnType<typeof createInbound>;
  readonly alerts: ReturnType<typeof createAlerts>;
  /** The last failures, by their kind: alerts are raised from them. */
  readonly troubles: Troubles;
}

/** Each group is written out: a spread could hide another group of its name. */
export function createLedger(ports: LedgerPorts): Ledger {
  const buyers = createBuyers(ports);
  const rosters = createRosters(ports);
  const upstream = createUpstream(ports);
  const outbox = createOutbox(ports);
  const routes = createRoutes(ports);
  const digests = createDigests(ports, routes);
  const troubles = createTroubles(ports);
  return {
    owner: createOwner(ports),
    buyers,
    rosters,
    polls: createPolls(ports, { buyers, rosters, upstream, troubles }),
    upstream,
    signals: createSignals(ports, routes),
    awaited: createAwaited(ports, routes),
    summaries: createSummaries(ports),
    columns: createColumns(ports),
    outbox,
    routes,
    mutes: createMutes(ports),
    pending: createPending(ports, routes, outbox, digests),
    digests,
    due: createDue(ports, routes, digests),
    history: createHistory(ports),
    inbound: createInbound(ports),
    alerts: createAlerts(ports),
    troubles,
  };
}

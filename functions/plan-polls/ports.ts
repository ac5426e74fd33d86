import type { Clock } from '../../shared/domain/clock.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import type { BridgeMark, PollPlan } from '../../shared/domain/polling/poll-plan.ts';
import type { Roster } from '../../shared/domain/polling/roster.ts';
import type { BuyerFinder } from './find-buyers.ts';
import type { Look } from './look-at-rows.ts';

/** What finding the buyers that are due needs of the world. */
export interface PlanPollsPorts {
  readonly clock: Clock;
  readonly observe: Observe;
  readonly readPollPlan: () => Promise<PollPlan>;
  readonly savePolled: (turnsUntil: number, marks: readonly BridgeMark[]) => Promise<void>;
  /** Throws when a message could not be sent: then this tick counts as none, and the next one looks back as far. */
  readonly sendPolls: (messages: readonly PollMessage[]) => Promise<void>;
  /** What earlier ticks found in a watched bridge. */
  readonly readRoster: (bridgeId: string) => Promise<Roster>;
  /** The buyers in the rows of a watched bridge, and what its newest rows say. */
  readonly findBuyers: (mark: BridgeMark, roster: Roster, limits: FindRequest) => BuyerFinder;
  /** What the newest rows of another bridge say. */
  readonly lookAtRows: (mark: BridgeMark, mostPages: number) => Promise<Look>;
  /** A safe sentence on what came from upstream; null for an error that is no fault of upstream's. */
  readonly upstreamProblem: (error: unknown) => string | null;
  /** When something new came last, or since when it is known that nothing did (milliseconds since the epoch). */
  readonly openNews: (now: number) => Promise<{ readonly lastNewAt: number | null; readonly since: number }>;
  /** Whether the refusals of some buyers may be the token's: then everyone is asked. */
  readonly isTokenDoubted: () => Promise<boolean>;
  /** Whether a pause is over, and no call has found out yet whether upstream answers again. */
  readonly isProbeDue: () => Promise<boolean>;
  /** Asks for a buyer's list, whatever is in it. */
  readonly askList: (buyerId: string) => Promise<void>;
  /** Asks for a row of a bridge, whichever it is. */
  readonly askRows: (bridgeId: string) => Promise<void>;
  /** Why nobody is to be polled now; null when upstream may be called. */
  readonly pauseProblem: () => Promise<string | null>;
  readonly watch: WatchSettings;
}

export interface FindRequest {
  readonly mostPages: number;
  readonly mayBeNewcomer: (buyerId: string) => boolean;
}

export interface WatchSettings {
  readonly buyers: readonly string[];
  readonly bridges: readonly string[];
  /** Left out, whatever names them. */
  readonly except?: { readonly buyers: readonly string[]; readonly bridges: readonly string[] } | undefined;
  readonly everyMs: number;
  readonly allEveryMs: number;
}

/** A message of the poll queue. */
export interface PollMessage {
  readonly slot: string;
  readonly buyerIds: readonly string[];
  /** Their lists are read to the end: something new may lie behind a first page that is as it was. */
  readonly whole?: true;
  /** When no row named these buyers, milliseconds since the epoch: something new at one of them should have been. */
  readonly notNamedAt?: number;
  /** Buyers that rest after a refusal are asked for, too. */
  readonly evenResting?: true;
}

export interface PollTick {
  readonly slot: string;
  /** Only who is due; otherwise everyone. */
  readonly due: boolean;
  readonly dryRun: boolean;
}

export interface PlanPollsResult {
  readonly slot: string;
  readonly buyers: number;
  readonly messages: number;
  /** Why everyone is polled; absent when only those are that are due. */
  readonly everyone?: string;
  /** Why this tick polls nobody: upstream is paused. The next one looks back as far as needed. */
  readonly skipped?: string;
  /** The bridges whose rows could not be read, each with why; their known buyers are polled all the same. */
  readonly failed: readonly FailedBridge[];
  /** Only for a dry run, which asks no bridge for its rows. */
  readonly buyerIds?: readonly string[];
}

export interface FailedBridge {
  readonly bridgeId: string;
  readonly problem: string;
}

import type { Clock } from '../../shared/domain/clock.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import type { BridgeMark, PollPlan, Restless } from '../../shared/domain/polling/poll-plan.ts';
import type { Roster } from '../../shared/domain/polling/roster.ts';
import type { BuyerFinder } from './find-buyers.ts';
import type { Look } from './look-at-rows.ts';

/** The ports of `planPolls`. */
export interface PlanPollsPorts {
  readonly clock: Clock;
  readonly observe: Observe;
  readonly readPollPlan: () => Promise<PollPlan>;
  /** `buyers`: the number of watched buyers; null if not all of them were read. */
  readonly savePolled: (
    turnsUntil: number,
    marks: readonly BridgeMark[],
    buyers: number | null,
  ) => Promise<void>;
  /** Read it after the watched buyers: the mark of one is written before it is watched. */
  readonly readRestless: () => Promise<Restless>;
  /** Makes each tick poll a buyer until its next scan is accepted. */
  readonly rouse: (buyerId: string) => Promise<void>;
  /** Pure: the same for the same buyers in any order. */
  readonly fingerprintOfList: (buyerIds: readonly string[]) => string;
  /** The buyers that the config listed when its list was last saved. */
  readonly readListed: () => Promise<ReadonlySet<string>>;
  readonly saveListed: (buyerIds: readonly string[], fingerprint: string) => Promise<void>;
  /**
   * Throws if a message could not be sent: the tick's progress is then not saved, and the next one looks back as far.
   */
  readonly sendPolls: (messages: readonly PollMessage[]) => Promise<void>;
  /** How far a watched bridge was read. */
  readonly readRoster: (bridgeId: string) => Promise<Roster>;
  /** All buyers found in a watched bridge: costs a read that grows with their number. */
  readonly readRosterBuyers: (bridgeId: string) => Promise<ReadonlyMap<string, number>>;
  /** Which of some buyers were found in a watched bridge: costs a read for each. */
  readonly findInRoster: (bridgeId: string, buyerIds: readonly string[]) => Promise<readonly string[]>;
  /** The buyers of a watched bridge whose turns have offsets in these ranges. */
  readonly readTurns: (
    bridgeId: string,
    ranges: readonly (readonly [first: number, last: number])[],
  ) => Promise<readonly string[]>;
  /** Finds the buyers in the rows of a watched bridge. */
  readonly findBuyers: (mark: BridgeMark, roster: Roster, limits: FindRequest) => BuyerFinder;
  /** Reads the newest rows of another bridge. */
  readonly lookAtRows: (mark: BridgeMark, mostPages: number) => Promise<Look>;
  /** A safe sentence on an error of upstream; null for any other error. */
  readonly upstreamProblem: (error: unknown) => string | null;
  /** The time of the last new signal, and since when silence is known (milliseconds since the epoch). */
  readonly openNews: (now: number) => Promise<{ readonly lastNewAt: number | null; readonly since: number }>;
  /** Whether refusals may mean that the token is rejected: then every buyer is polled. */
  readonly isTokenDoubted: () => Promise<boolean>;
  /** Whether a pause is over and no probe has succeeded yet. */
  readonly isProbeDue: () => Promise<boolean>;
  /** Requests a buyer's list as a probe, and ignores its content. */
  readonly askList: (buyerId: string) => Promise<void>;
  /** Requests a row of a bridge as a probe. */
  readonly askRows: (bridgeId: string) => Promise<void>;
  /** Why polling is paused; null if upstream may be called. */
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
  /** Signals of no other bridge are sent. */
  readonly only?: 'these bridges' | undefined;
  /** Ignored, even if a watched bridge or buyer lists them. */
  readonly except?: { readonly buyers: readonly string[]; readonly bridges: readonly string[] } | undefined;
  readonly everyMs: number;
  readonly allEveryMs: number;
}

/** A message of the poll queue. */
export interface PollMessage {
  readonly slot: string;
  readonly buyerIds: readonly string[];
  /** Read their lists to the end: a new signal may be behind an unchanged first page. */
  readonly whole?: true;
  /**
   * The time of a look at which no row named these buyers, milliseconds since the epoch: an older new signal should
   * have been announced.
   */
  readonly notNamedAt?: number;
  /** Poll buyers that rest after a refusal, too. */
  readonly evenResting?: true;
}

export interface PollTick {
  readonly slot: string;
  /** Polls only due buyers; otherwise every buyer. */
  readonly due: boolean;
  readonly dryRun: boolean;
}

export interface PlanPollsResult {
  readonly slot: string;
  readonly buyers: number;
  readonly messages: number;
  /** Why every buyer is polled; absent if only due ones are. */
  readonly everyone?: string;
  /** Why this tick polls no buyer: upstream is paused. The next one looks back as far as needed. */
  readonly skipped?: string;
  /** The bridges whose rows could not be read, and why; their known buyers are still polled. */
  readonly failed: readonly FailedBridge[];
  /** Only for a dry run, which reads no rows. */
  readonly buyerIds?: readonly string[];
}

export interface FailedBridge {
  readonly bridgeId: string;
  readonly problem: string;
}

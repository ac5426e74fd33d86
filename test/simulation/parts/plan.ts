import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { EventMessage } from '../../../shared/domain/polling/poll-message.ts';
import type { Mute } from '../../../shared/domain/routes/mute.ts';
import type { AnswerRule } from './answer-rules.ts';
import type { BridgeOddities } from './bridge-oddities.ts';
import type { Coincidence, Span } from './coincidence.ts';
import type { ReadingPlan } from './reading-plan.ts';
import type { PeacefulArrival, RowPlan, UpstreamChange } from './row-plan.ts';
import type { Tick } from './tick.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * How large a world is. `plain`: a few buyers and rows, and a handful of ticks, so that faults meet every step.
 * `wide`: what only many buyers and long lists show (full poll messages, lists of more than a hundred pages, digests of
 * more than 98 signals). `long`: ten quiet days on the schedules alone, so that everything can be timed.
 */
export type Shape = 'plain' | 'wide' | 'long';

/** What a schedule's world is like and what happens in it, faults aside: a function of the seed alone. */
export interface Plan {
  readonly shape: Shape;
  readonly mostEvents: number;
  readonly start: number;
  readonly buyers: readonly string[];
  readonly bridges: readonly string[];
  readonly rows: readonly RowPlan[];
  /** What upstream's users do, in the order of time. */
  readonly changes: readonly UpstreamChange[];
  /** A second installation of the same config delivers to the same receivers. */
  readonly hasTwin: boolean;
  readonly arrivals: readonly PeacefulArrival[];
  readonly ticks: readonly Tick[];
  /** What is deployed, one after another. The last is what recovers. */
  readonly configs: readonly SignalpostConfig[];
  /** The name that a bridge's signals show, by id; null where they show none. */
  readonly bridgeNames: ReadonlyMap<string, string | null>;
  /** What upstream keys the cells of a row by: the contract leaves it open. */
  readonly cellKeys: 'name' | 'columnId' | 'key';
  readonly pageCap: number;
  readonly indexLagMs: number;
  /** What a bridge's rows do when they are asked for by their last change. */
  readonly sorting: 'refused' | 'ignored' | 'honoured';
  /** Whether acting on a row moves its `updatedAt`. */
  readonly statusMoves: boolean;
  /** Quarters of an hour in which the schedule alone goes on, once faults have stopped. */
  readonly quietTicks: number;
  /** How far an instance's clock may be off. */
  readonly skewMs: number;
  /** The chance that the list changes right after a page was read. */
  readonly moves: number;
  /** What is wrong with every list for ever: an item is listed twice, or the total counts one that isn't shown. */
  readonly misfit: 'twice' | 'uncounted' | null;
  /** Until then each page of a list holds all that follows too, and so more items than its `pageSize`; null: never. */
  readonly overfullUntil: number | null;
  readonly summaries: readonly ('ready' | 'generating' | 'none' | 'slow')[];
  /** The first that fits a call is what it meets. */
  readonly answers: readonly AnswerRule[];
  readonly weather: Weather;
  /** An operator's command makes this many calls at most, and is gone; null lets each run to its end. */
  readonly callsBeforeCut: number | null;
  /** The table answers nobody. */
  readonly outages: readonly Span[];
  /** This route's destination never takes anything. */
  readonly poisonRoute: string | null;
  /**
   * This route's destination answers 429, and asks for that many seconds. Null: a call to it ends the sender. Until so
   * long after all else is well.
   */
  readonly busy: {
    readonly routeId: string;
    readonly answers: { readonly retryAfter: number } | null;
    readonly intoPeaceMs: number;
  } | null;
  readonly mutes: readonly MuteDeed[];
  /** The ledger is put back as it was at an earlier time: a backup is restored, or a copy of a state directory is used. */
  readonly putBack: { readonly copiedAt: number; readonly at: number } | null;
  /** What grows: a small bound makes a few rows what thousands are to the real one. */
  readonly growth: {
    /** How many outbox entries a composition reads in full at once; undefined leaves the function's own number. */
    readonly entriesAtOnce: number | undefined;
    readonly entriesAhead: number | undefined;
    /** How many pages of an outbox, of an entry each, a sweep reads; undefined leaves the sizes as they are. */
    readonly pagesAtOnce: number | undefined;
    readonly summaryLength: number;
  };
  /** Of no more buyers than that, each tick polls everyone. */
  readonly everyoneUpTo: number;
  readonly bridgeOddities: BridgeOddities;
  readonly reading: ReadingPlan;
  /** Routes ask for a column that is computed late; absent in most worlds. */
  readonly hasLateValues?: true;
  /** The Slack id of an owner who leaves: the operator hands over what waits for them, and does not resume their route. */
  readonly leaver?: string;
  /** Routes to a tool, the last digits of rows for which its template fails until the last config, and how often it refuses. */
  readonly template?:
    | { readonly routeIds: readonly string[]; readonly fails: string; readonly refuses: number }
    | undefined;
  /** Whether messages of the compose queue arrive. */
  readonly composesAtOnce: boolean;
  /** Several rare things that meet; absent in most worlds. */
  readonly coincidence?: Coincidence;
  /** What a vendor says, in the order of time. */
  readonly events: readonly { readonly at: number; readonly message: EventMessage }[];
  /** Nothing takes long: what is counted in seconds can be counted. Absent in random worlds. */
  readonly isPrompt?: true;
}

/** How often the world outside misbehaves, for each call. */
type Weather = Readonly<Record<'throttled' | 'failing' | 'cut' | 'garbage' | 'slow' | 'gone', number>>;

/** Faults stop a quarter of an hour after the last tick; an hour later what they left behind is worked off. */
export function peaceAfter(ticks: readonly Tick[]): number {
  return (ticks.at(-1)?.slot ?? 0) + 15 * minute + hour;
}

/** What an operator mutes, or ends again. */
export interface MuteDeed extends Pick<Mute, 'kind' | 'id'> {
  readonly at: number;
  /** How long it is muted by the operator's clock; null ends the mute. */
  readonly lastsMs: number | null;
}

/** The config of a version: after the last deploy, the last one stays. */
export function configAt(configs: readonly SignalpostConfig[], version: number): SignalpostConfig {
  return configs[Math.min(version, configs.length - 1)] as SignalpostConfig;
}

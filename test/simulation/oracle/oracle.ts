import type { Observation } from '../../../shared/domain/observation.ts';
import type { Lane } from '../../../shared/domain/upstream/breaker.ts';
import { calmPrefix, keyFamilies } from '../../../shared/ledger/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { Reservation } from '../../../shared/ledger/upstream/upstream.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { ServedPage } from '../world/upstream.ts';
import type { Instance, World } from '../world/world.ts';
import { checkAlone, checkGone, checkLease, checkShare } from './check-attempts.ts';
import {
  type BridgeMemory,
  checkExcepted,
  createBridgeMemory,
  noteRoster,
  noteRows,
} from './check-bridges.ts';
import { checkBuyerChange } from './check-buyer.ts';
import { checkCalm } from './check-calm.ts';
import { checkDigestChange } from './check-digest.ts';
import { checkSizes } from './check-growth.ts';
import { checkLettingGo } from './check-hand-over.ts';
import { checkMark } from './check-heartbeat.ts';
import { checkHeldCounts, type HeldCount } from './check-held.ts';
import { checkOverdue } from './check-in-time.ts';
import { checkKept } from './check-kept.ts';
import { checkLateMark, noteWaiting } from './check-late.ts';
import { checkOwed } from './check-owed.ts';
import { checkPause } from './check-pause.ts';
import { checkPost, type PostSeen } from './check-post.ts';
import { checkShortfalls } from './check-reading.ts';
import { checkHoldUp, checkListRequest, checkRefusalTold, type RefusalMemory } from './check-refusals.ts';
import { checkRequest } from './check-request.ts';
import { checkScanEnd } from './check-scan.ts';
import { checkSecrets, checkSecretsInError } from './check-secrets.ts';
import { checkAsideChange, checkExpiry, checkOutboxChange, checkSignalChange } from './check-signal.ts';
import { checkSummaryChange } from './check-summary.ts';
import { checkPollOfVanished, noteWholeReading } from './check-vanished.ts';

/**
 * Which rule was broken, by its number in the protocol; `code` is an error that only a programmer makes, `grant` a
 * use of the ledger that the function's deployed role would refuse, `config` what the config forbids.
 */
export type InvariantId =
  | `I${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19}`
  | 'code'
  | 'config'
  | 'grant';

export interface Violation {
  readonly invariant: InvariantId;
  readonly what: string;
}

/** Sees everything: what upstream listed, every commit, every byte that left. It never tells the functions. */
export interface Oracle {
  readonly memory: Memory;
  readonly violation: Violation | null;
  violate(invariant: InvariantId, what: string): void;
  noteCommit(changes: readonly TableChange[]): void;
  noteObservation(instance: Instance, observation: Observation): void;
  /** An invocation has come to its own end. */
  noteEnd(instance: Instance): void;
  noteError(instance: Instance, error: unknown): void;
  noteRequest(instance: Instance, url: URL): void;
  noteReservation(instance: Instance, lane: Lane, reservation: Reservation): void;
  notePost(instance: Instance, post: PostSeen): void;
}

/** What the oracle keeps beside the table. */
export interface Memory {
  /** Recorded signals by their ids, with the routes whose outbox they entered. */
  readonly signals: Map<string, RecordedSignal>;
  /** Digests by `pk sk`, as they were frozen. */
  readonly digests: Map<string, Item>;
  readonly digestKeys: Map<string, string>;
  /** Digest of each outbox entry, by `pk sk` of the entry. */
  readonly frozenIn: Map<string, string>;
  /** When each buyer turned LIVE, in true time. */
  readonly liveAt: Map<string, number>;
  /** First pages of accepted readings, by buyer. */
  readonly acceptedListings: Map<string, Set<string>>;
  /** Each route and signal, as `pk signalId`, that a digest is owed for or went out for. */
  readonly owed: Set<string>;
  /** What a person threw away before it was in a digest. */
  readonly discarded: Set<string>;
  /** What flood rules dropped, by `pk sk` of the outbox entry. */
  readonly dropped: Set<string>;
  /** What a person handed to a route, by `pk sk` of the outbox entry. */
  readonly handed: Set<string>;
  /** Ids of digests that went out in their plain form. */
  readonly plain: Set<string>;
  /** When a signal was last found that no row had announced, and that a row should have; null when none was. */
  missedAt: number | null;
  readonly posts: PostSeen[];
  /** Calls for each digest since its schedule of attempts began, by `pk sk`. */
  readonly tries: Map<string, number>;
  /** When each entry came into its outbox, by `pk sk`, and when each route was enabled last, by `pk`: in true time. */
  readonly enteredAt: Map<string, number>;
  readonly enabledAt: Map<string, number>;
  /** The last pages that upstream served about each buyer. */
  readonly served: Map<string, ServedPage[]>;
  /** The last moments that were reserved for calls upstream, by lane. */
  readonly moments: Map<Lane, number[]>;
  /** Until when the last summary of a buyer was known, by `pk`, in true time. */
  readonly knownUntil: Map<string, number>;
  /** How many polls there were, and how many of them each route's heartbeats told of, by `pk`. */
  readonly counted: { polls: number };
  readonly told: Map<string, number>;
  /** What routes hold back, by `pk`. */
  readonly held: Map<string, HeldCount>;
  readonly bridges: BridgeMemory;
  /** When a tick last polled everyone, whatever rows say. */
  everyoneAt: number | null;
  readonly refusals: RefusalMemory;
}

export interface RecordedSignal {
  readonly buyerId: string;
  readonly signalId: string;
  readonly baseline: boolean;
  readonly routeIds: readonly string[];
}

export function createOracle(world: () => World): Oracle {
  let violation: Violation | null = null;
  const oracle: Oracle = {
    memory: {
      signals: new Map(),
      digests: new Map(),
      digestKeys: new Map(),
      frozenIn: new Map(),
      liveAt: new Map(),
      acceptedListings: new Map(),
      owed: new Set(),
      discarded: new Set(),
      dropped: new Set(),
      handed: new Set(),
      plain: new Set(),
      missedAt: null,
      posts: [],
      tries: new Map(),
      enteredAt: new Map(),
      enabledAt: new Map(),
      served: new Map(),
      moments: new Map(),
      knownUntil: new Map(),
      counted: { polls: 0 },
      told: new Map(),
      held: new Map(),
      bridges: createBridgeMemory(),
      everyoneAt: null,
      refusals: { lastAsked: new Map(), tries: new Map(), told: new Map(), doubted: new Map() },
    },
    get violation() {
      return violation;
    },
    violate(invariant, what) {
      world().trace?.push(`VIOLATION of ${invariant}: ${what}`);
      violation ??= { invariant, what };
    },
    noteCommit(changes) {
      checkHeldCounts(world(), changes);
      checkKept(world(), changes);
      checkOwed(world(), changes);
      checkSizes(world(), changes);
      for (const change of changes) {
        checkExpiry(oracle, change);
        if (change.after && typeof change.after.v !== 'number') {
          oracle.violate('code', `${change.key.pk} ${change.key.sk} was written without its version`);
        }
        const { sk, pk } = change.key;
        noteWaiting(world(), change);
        if (pk.startsWith(keyFamilies.signals)) checkSignalChange(world(), change, changes);
        else if (sk.startsWith('OUT#')) checkOutboxChange(world(), change, changes);
        else if (sk.startsWith('HELD#') || sk.startsWith('DROP#')) checkAsideChange(world(), change, changes);
        else if (sk.startsWith('GONE#')) checkLettingGo(world(), change, changes);
        else if (sk.startsWith('DIG#')) checkDigestChange(world(), change, changes);
        else if (sk === 'LATE') checkLateMark(world(), change);
        else if (sk === 'SUMMARY') checkSummaryChange(world(), change);
        else if (sk.startsWith(calmPrefix)) checkCalm(world(), change);
        else if (sk === 'HEARTBEAT') checkMark(world(), change, changes);
        else if (sk === 'META' && pk.startsWith('B#')) checkBuyerChange(world(), change);
        else if (pk.startsWith('BR#')) {
          noteRoster(world(), change);
          noteWholeReading(world(), change);
        }
      }
    },
    noteObservation(instance, observation) {
      if (observation.kind === 'upstream-requested') return;
      noteTold(instance, observation);
      if (observation.kind === 'polls-planned') {
        oracle.memory.counted.polls += 1;
        if (observation.everyone !== undefined) oracle.memory.everyoneAt = world().scheduler.now();
      }
      checkSecrets(oracle, `an observation of ${instance.name}`, JSON.stringify(observation));
      if (observation.kind === 'upstream-paused') checkPause(world(), instance, observation.reason);
      if (observation.kind === 'pending-checked') checkOverdue(world(), observation.overdueSeconds);
      if (observation.kind === 'poll-failed' && observation.nextTryAt !== undefined)
        checkRefusalTold(world(), observation);
      if (observation.kind === 'buyer-polled') checkScanEnd(world(), instance, observation);
      if (observation.kind === 'digest-attempted' && observation.outcome === 'gone')
        checkGone(world(), instance, observation.routeId);
      if ('problem' in observation) checkProgrammer(oracle, instance, observation.problem);
    },
    noteEnd(instance) {
      checkShortfalls(world(), instance);
    },
    noteError(instance, error) {
      checkSecretsInError(oracle, instance.name, error);
      checkProgrammer(
        oracle,
        instance,
        error instanceof Error ? `${error.name}: ${error.message}` : 'no error',
      );
    },
    noteRequest(instance, url) {
      checkRequest(world(), instance, url);
      checkExcepted(world(), instance, url);
      checkPollOfVanished(world(), instance, url);
      noteRows(world(), url);
      if (url.pathname.endsWith('/buyer-signals')) checkListRequest(world(), url);
    },
    noteReservation(instance, lane, reservation) {
      checkHoldUp(world(), instance, lane, reservation);
    },
    notePost(instance, post) {
      checkAlone(world(), instance);
      checkShare(world(), instance);
      checkLease(world(), instance);
      checkPost(world(), instance, post);
    },
  };
  return oracle;
}

/** What of an observation later rules ask for. */
function noteTold({ told }: Instance, observation: Observation): void {
  const { kind } = observation;
  if (kind === 'message-failed') told.add(kind);
  if (kind === 'poll-failed' || kind === 'hotness-failed') told.add(`${kind} ${observation.buyerId}`);
  if (kind === 'polls-cut-short') for (const buyerId of observation.buyerIds) told.add(`${kind} ${buyerId}`);
}

function checkProgrammer(oracle: Oracle, instance: Instance, problem: string): void {
  if (/^(TypeError|RangeError|ReferenceError|SyntaxError|no error)\b/.test(problem)) {
    oracle.violate('code', `${instance.name} failed with ${problem}`);
  }
}

import type { Observation } from '../../../functions/observations/observation.ts';
import type { AlarmMessage } from '../../../shared/domain/alerts/alarm.ts';
import type { Lane } from '../../../shared/domain/lane.ts';
import type { Reservation } from '../../../shared/ledger/upstream/upstream.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { Instance } from './instance.ts';
import type { Memory, PostSeen } from './memory.ts';

/**
 * The violated invariant, by its number in ADR 0020. `code` is a programming error, `grant` a use of the ledger that the
 * function's deployed role would deny, `config` an action that the config forbids.
 */
export type InvariantId =
  | `I${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29}`
  | 'code'
  | 'config'
  | 'grant';

export interface Violation {
  readonly invariant: InvariantId;
  readonly what: string;
}

/** Sees everything: upstream's lists, every commit, every sent byte. It never influences the functions. */
export interface Oracle {
  readonly memory: Memory;
  readonly violation: Violation | null;
  violate(invariant: InvariantId, what: string): void;
  noteCommit(changes: readonly TableChange[]): void;
  noteObservation(instance: Instance, observation: Observation): void;
  /** An invocation ended by itself, with this answer. */
  noteEnd(instance: Instance, answer: unknown): void;
  noteOutOfTime(instance: Instance): void;
  noteError(instance: Instance, error: unknown): void;
  noteRequest(instance: Instance, url: URL): void;
  noteReservation(instance: Instance, lane: Lane, reservation: Reservation): void;
  /** A change of an alert reached those who are told. */
  noteAlarm(message: AlarmMessage): void;
  notePost(instance: Instance, post: PostSeen): void;
}

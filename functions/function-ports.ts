import type { Sender } from '../message/send/destination.ts';
import type { BridgeApi } from '../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import type { AlarmMessage } from '../shared/domain/alerts/alarm.ts';
import type { Click } from '../shared/domain/clicks/click.ts';
import type { Clock, Random } from '../shared/domain/clock.ts';
import type { DigestPointer } from '../shared/domain/digests/delivery.ts';
import type { EventMessage } from '../shared/domain/polling/event-message.ts';
import type { PollMessage, ValuesMessage } from '../shared/domain/polling/poll-message.ts';
import type { LookUpRequest } from '../shared/domain/reports/became.ts';
import type { SummaryRequest } from '../shared/domain/signals/summary.ts';
import type { Ledger } from '../shared/ledger/ledger.ts';
import type { QueueName } from '../shared/runtime/environment.ts';
import type { Secrets } from '../shared/runtime/secrets.ts';
import type { Observe } from './observations/observation.ts';
import type { Invocation } from './runtime/invocation.ts';
import type { Queue } from './runtime/queue.ts';

/**
 * The ports of all functions: in AWS, on one machine, counted by the bench, or simulated. Each function's
 * `createHandler` takes the ones it needs.
 */
export interface FunctionPorts {
  readonly config: SignalpostConfig;
  readonly clock: Clock;
  readonly random: Random;
  readonly observe: Observe;
  readonly ledger: Ledger;
  readonly api: BridgeApi;
  /** For what events ask for: takes no more than their share of the calls. */
  readonly eventApi: BridgeApi;
  /** The queue of this name. */
  readonly queue: <Name extends QueueName>(name: Name) => Queue<QueueMessages[Name]>;
  readonly sender: Sender;
  /** Of what calls in. */
  readonly secrets: Secrets;
  /** Hands a change of an alarm to those who are told. Absent if nobody is. */
  readonly publishAlarm?: ((message: AlarmMessage) => Promise<void>) | undefined;
  /** Named in alarm messages: an account can hold several stages. */
  readonly stage: string;
  /** Of no more buyers than that, each tick polls everyone. @default 100 */
  readonly everyoneUpTo?: number | undefined;
  /** How many entries a reading of an outbox keeps in full: bounds the memory of a function. @default 1000 */
  readonly entriesAtOnce?: number | undefined;
  /** Of how many it chooses those that come first in a digest. @default five times as many */
  readonly entriesAhead?: number | undefined;
  /** Whether ticks come by themselves; false for a run that ends. @default true */
  readonly isLasting?: boolean | undefined;
  /** How many pages of an outbox a sweep reads to find out whether its route is due. @default 10 */
  readonly pagesAtOnce?: number | undefined;
}

/** The groups of the ledger that a function uses. */
export interface LedgerPort<Groups extends keyof Ledger> {
  readonly ledger: Pick<Ledger, Groups>;
}

interface QueueMessages {
  readonly poll: PollMessage | ValuesMessage;
  readonly summary: SummaryRequest | LookUpRequest;
  /** Asks for the digests of the routes that send immediately: a hot signal can go out. */
  readonly compose: { readonly immediate: true };
  readonly delivery: DigestPointer;
  readonly events: EventMessage;
  readonly urgent: PollMessage;
  readonly clicks: Click;
}

export type Handler = (event: unknown, invocation: Invocation) => Promise<unknown>;

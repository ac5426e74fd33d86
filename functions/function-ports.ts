import type { Sender } from '../message/send/destination.ts';
import type { BridgeApi } from '../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import type { Click } from '../shared/domain/clicks/click.ts';
import type { Clock, Random } from '../shared/domain/clock.ts';
import type { DigestPointer } from '../shared/domain/digests/delivery.ts';
import type { EventMessage, PollMessage, ValuesMessage } from '../shared/domain/polling/poll-message.ts';
import type { LookUpRequest } from '../shared/domain/reports/became.ts';
import type { SummaryRequest } from '../shared/domain/signals/summary.ts';
import type { Ledger } from '../shared/ledger/ledger.ts';
import type { QueueName } from '../shared/runtime/environment.ts';
import type { Secrets } from '../shared/runtime/secrets.ts';
import type { Observe } from './observations/observation.ts';
import type { AlarmMessage } from './runtime/alarm-message.ts';
import type { Invocation } from './runtime/invocation.ts';
import type { Queue } from './runtime/queue.ts';

export interface FunctionPorts {
  readonly config: SignalpostConfig;
  readonly clock: Clock;
  readonly random: Random;
  readonly observe: Observe;
  readonly ledger: Ledger;
  readonly api: BridgeApi;
  /** Calls that events ask for: it takes no more than their share. */
  readonly eventApi: BridgeApi;
  readonly queue: <Name extends QueueName>(name: Name) => Queue<QueueMessages[Name]>;
  readonly sender: Sender;
  /** Secrets of what calls in. */
  readonly secrets: Secrets;
  /** Absent if nobody is told of alarms. */
  readonly publishAlarm?: ((message: AlarmMessage) => Promise<void>) | undefined;
  /** An account can hold several stages, so alarm messages name theirs. */
  readonly stage: string;
  /** Each tick polls everyone where there are no more buyers. @default 100 */
  readonly everyoneUpTo?: number | undefined;
  /** Entries that a reading of an outbox keeps in full: bounds the memory of a function. @default 1000 */
  readonly entriesAtOnce?: number | undefined;
  /** Entries of which those that come first in a digest are chosen. @default five times as many */
  readonly entriesAhead?: number | undefined;
  /** False for a run that ends: its ticks do not come by themselves. @default true */
  readonly isLasting?: boolean | undefined;
  /** Pages of an outbox that a sweep reads to find out whether its route is due. @default 10 */
  readonly pagesAtOnce?: number | undefined;
}

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

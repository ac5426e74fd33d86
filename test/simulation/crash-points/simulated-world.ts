import type { SQSBatchResponse } from 'aws-lambda';
import { createHandler as composeDigests } from '../../../functions/compose-digests/handler.ts';
import { createHandler as deliverDigest } from '../../../functions/deliver-digest/handler.ts';
import { createHandler as fetchSummaries } from '../../../functions/fetch-summaries/handler.ts';
import { createHandler as planPolls } from '../../../functions/plan-polls/handler.ts';
import { createHandler as pollSignals } from '../../../functions/poll-signals/handler.ts';
import { type FunctionName, type QueueName, queues as wiredQueues } from '../../../functions/wiring.ts';
import { openSqliteTable, type SqliteTable } from '../../../local/sqlite-table.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Clock } from '../../../shared/domain/clock.ts';
import { createLedger, type Ledger } from '../../../shared/ledger/ledger.ts';
import { createFaultInjector, type Fault, type FaultInjector } from '../../support/fault-injector.ts';
import { createFaultyTable } from '../../support/faulty-table.ts';
import { createMemoryBlobs } from '../../support/memory-blobs.ts';
import { createDestination, type SimulatedDestination } from './simulated-destination.ts';
import { createQueue, type SimulatedQueue } from './simulated-queue.ts';
import { createUpstream, type SimulatedUpstream } from './simulated-upstream.ts';
import { type WatchedTable, watchTable } from './watched-table.ts';

export interface WorldOptions {
  readonly config: SignalpostConfig;
  readonly start: string;
  /** A drawing for retries' pauses and the like: the same for the same run. */
  readonly random: () => number;
  readonly faultAt: (call: number, name: string) => Fault | null;
  /** Messages die with the process, as they do in a queue in its memory. */
  readonly losesQueues: boolean;
  /** Faults other than crashes are planned: then an invocation may fail, and comes again. */
  readonly mayFail: boolean;
}

export interface SimulatedWorld {
  readonly config: SignalpostConfig;
  readonly upstream: SimulatedUpstream;
  readonly destination: SimulatedDestination;
  readonly injector: FaultInjector;
  readonly watched: WatchedTable;
  readonly store: SqliteTable;
  readonly crashes: number;
  /** Failures that no fault explains. */
  readonly failures: readonly string[];
  moveTo(time: string): void;
  /** As the schedule would, several events at once; what is lost with a crash is not made up for. */
  invoke(name: FunctionName, ...events: readonly object[]): Promise<void>;
  /** Works through the queues until nothing is visible any more, two invocations of a function at a time. */
  drain(): Promise<void>;
  /** What somebody does by hand at the ledger. */
  byHand(work: (ledger: Ledger, now: number) => Promise<void>): Promise<void>;
  readonly messagesWaiting: number;
}

type Handler = (event: unknown, invocation: { getRemainingTimeInMillis(): number }) => Promise<unknown>;

const invocation = { getRemainingTimeInMillis: () => 300_000 };

export function createWorld(options: WorldOptions): SimulatedWorld {
  const { config, mayFail } = options;
  let now = Date.parse(options.start);
  const injector = createFaultInjector(options.faultAt);
  const clock: Clock = {
    // Time passes while calls are made, so that no two things need happen at once.
    now: () => now + injector.calls.length,
    async sleep(ms) {
      now += Math.round(ms);
    },
  };
  const store = openSqliteTable(':memory:');
  const upstream = createUpstream(clock, injector);
  const watched = watchTable(store, clock, upstream.stoodStillSince);
  const ledger = createLedger({
    table: createFaultyTable(watched.table, injector),
    blobs: createMemoryBlobs(),
    clock,
    random: options.random,
  });
  const destination = createDestination(injector);
  const queueOf = (name: QueueName): SimulatedQueue =>
    createQueue(name, wiredQueues[name].visibilitySeconds * 1000, clock, injector);
  const queues = { poll: queueOf('poll'), summary: queueOf('summary'), delivery: queueOf('delivery') };
  const failures: string[] = [];
  let crashes = 0;

  const ports = {
    config,
    clock,
    random: options.random,
    ledger,
    api: upstream.api,
    sender: destination.sender,
    observe: () => undefined,
    pollQueue: queues.poll.queue,
    summaryQueue: queues.summary.queue,
    deliveryQueue: queues.delivery.queue,
  };
  const handlers: Readonly<Record<FunctionName, Handler>> = {
    'plan-polls': planPolls(ports),
    'poll-signals': pollSignals(ports),
    'fetch-summaries': fetchSummaries(ports),
    'compose-digests': composeDigests(ports),
    'deliver-digest': deliverDigest(ports),
  };

  const settle = (name: string, outcomes: readonly PromiseSettledResult<unknown>[]): void => {
    if (injector.crashed) {
      crashes += 1;
      if (options.losesQueues) for (const queue of Object.values(queues)) queue.loseAll();
      injector.restart();
      return;
    }
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected' && !mayFail) failures.push(`${name}: ${String(outcome.reason)}`);
    }
  };

  /** Two batches of a queue at once; false when nothing is visible. */
  const work = async (name: QueueName): Promise<boolean> => {
    const { consumer, batchSize } = wiredQueues[name];
    const queue = queues[name];
    const batches = [queue.receive(batchSize), queue.receive(batchSize)].filter((batch) => batch !== null);
    if (batches.length === 0) return false;
    const answers = await Promise.allSettled(batches.map((batch) => handlers[consumer](batch, invocation)));
    const survived = !injector.crashed;
    settle(consumer, answers);
    for (const [index, answer] of answers.entries()) {
      if (!survived || answer.status === 'rejected') continue;
      const failed = (answer.value as SQSBatchResponse).batchItemFailures.map((one) => one.itemIdentifier);
      if (failed.length > 0 && !mayFail) failures.push(`${consumer}: ${failed.join(', ')} failed`);
      const ids = batches[index]?.Records.map((record) => record.messageId) ?? [];
      queue.acknowledge(ids.filter((id) => !failed.includes(id)));
    }
    return true;
  };

  return {
    config,
    upstream,
    destination,
    injector,
    watched,
    store,
    failures,
    get crashes() {
      return crashes;
    },
    moveTo(time) {
      now = Math.max(now, Date.parse(time));
    },
    async invoke(name, ...events) {
      settle(name, await Promise.allSettled(events.map((event) => handlers[name](event, invocation))));
    },
    async drain() {
      let more = true;
      while (more) {
        more = false;
        for (const name of ['poll', 'summary', 'delivery'] as const) more = (await work(name)) || more;
      }
    },
    async byHand(hand) {
      settle('by hand', await Promise.allSettled([hand(ledger, clock.now())]));
    },
    get messagesWaiting() {
      return Object.values(queues).reduce((sum, queue) => sum + queue.waiting, 0);
    },
  };
}

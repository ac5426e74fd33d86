import type { FunctionPorts } from '../../functions/function-ports.ts';
import type { Observe } from '../../functions/observations/observation.ts';
import { configuredBridgeApis } from '../../functions/runtime/configured-bridge-api.ts';
import { type FunctionName, functions, type QueueName } from '../../functions/wiring.ts';
import { createHttpPost } from '../../message/send/http-post.ts';
import { createSender } from '../../message/sender.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { thisMachine } from '../../shared/domain/alerts/alarm.ts';
import type { Clock } from '../../shared/domain/clock.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import { createHandlers, type Handlers } from '../handlers.ts';
import { startQueues } from '../queues/local-queues.ts';
import type { LocalState } from './open-state.ts';

export interface PipelineOptions {
  readonly config: SignalpostConfig;
  /** Closed with the pipeline. */
  readonly state: LocalState;
  readonly secrets: Secrets;
  readonly observe: Observe;
  /** Idle queues keep their messages: the run itself does what they ask for. @default none */
  readonly idle?: readonly QueueName[];
  /** Functions read this clock. @default the system's */
  readonly clock?: Clock;
  /** See `FunctionPorts`. */
  readonly isLasting?: boolean;
}

export type Pipeline = ReturnType<typeof openPipeline>;

/** Opens the whole pipeline on this machine: the ledger, the queues and the functions that they feed. */
export function openPipeline(options: PipelineOptions) {
  const { config, state, clock = systemClock } = options;
  const { ledger } = state;
  const fail = (name: FunctionName, error: unknown): void =>
    options.observe({ kind: 'function-failed', function: name, problem: describeError(error) });
  const queues = startQueues({ config, onError: fail, idle: options.idle ?? [] });
  const handlers = createLocalHandlers(options, (name) => queues.of[name]);
  queues.start(handlers);

  const call = async (name: FunctionName, event: unknown): Promise<unknown> => {
    const end = systemClock.now() + functions[name].timeoutSeconds * 1000;
    return handlers[name](event, { getRemainingTimeInMillis: () => Math.max(0, end - systemClock.now()) });
  };

  return {
    config,
    clock,
    ledger,
    queues,
    call,
    /** Invokes a function as its schedule would. An error goes to `observe`, and the answer is undefined. */
    async invoke(name: FunctionName, event: unknown): Promise<unknown> {
      try {
        return await call(name, event);
      } catch (error) {
        fail(name, error);
        return undefined;
      }
    },
    /** Counts undelivered digests, and signals that wait for a digest, of the config's routes. */
    async countPending() {
      const pending = { digests: 0, signals: (await ledger.awaited.count()).signals };
      for (const { id } of config.routes) {
        pending.digests += (await ledger.digests.listUndelivered(id)).length;
        pending.signals += (await ledger.outbox.count(id, systemClock.now())).signals;
      }
      return pending;
    },
    async close(): Promise<void> {
      await queues.stop();
      state.close();
    },
  };
}

/** Creates the deployed functions' own handlers, over this machine's ports. */
export function createLocalHandlers(
  { state: { ledger, flush }, clock = systemClock, ...given }: PipelineOptions,
  queue: FunctionPorts['queue'],
): Handlers {
  const ports = { ...given, ledger, queue, clock, random: systemRandom };
  const post = createHttpPost();
  return createHandlers({
    ...ports,
    ...configuredBridgeApis(ports.config, ports),
    sender: createSender({
      clock,
      secret: ports.secrets.get,
      permitLocal: ports.config.local,
      post: (request) => {
        // A power cut must not undo what a receiver has seen: it would get the same signals again under new ids.
        flush();
        return post(request);
      },
    }),
    stage: thisMachine,
  });
}

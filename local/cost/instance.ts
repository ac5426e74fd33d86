import type { Handler } from '../../functions/function-ports.ts';
import { createHandlers } from '../../functions/handlers.ts';
import type { PipelineFunction, QueueName } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Clock, Random } from '../../shared/domain/clock.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { createLedger } from '../../shared/ledger/ledger.ts';
import type { Table } from '../../shared/ledger/table/table.ts';
import { configuredBridgeApi } from '../../shared/runtime/configured-bridge-api.ts';
import { configuredSender } from '../../shared/runtime/configured-sender.ts';
import { createCloudObserver } from '../../shared/runtime/logger.ts';
import { createCloudSecrets } from '../../shared/runtime/secrets-manager.ts';
import { createTallyKeeper, tallied } from '../../shared/runtime/tally-keeper.ts';
import { assumptions } from './assumptions.ts';
import { measureLog } from './captured-log.ts';
import { countQueue, countSecrets } from './counted-ports.ts';
import { countTable } from './counting-table.ts';
import type { CpuAccount, Timeline } from './timeline.ts';
import { noUsage, type Usage } from './usage.ts';

export interface InstancePorts {
  readonly stage: string;
  readonly config: SignalpostConfig;
  readonly timeline: Timeline;
  readonly table: Table;
  readonly random: Random;
  /** By their names in Secrets Manager. */
  readonly secretValues: ReadonlyMap<string, string>;
  /** How long an answer of the API takes. */
  readonly latencyMs: number;
  readonly deliver: (queue: QueueName, bodies: readonly string[]) => void;
  readonly onObservation: (observation: Observation) => void;
  /** A destination took a message. */
  readonly onPost: () => void;
}

/** A process of a function, for one invocation after another: what it keeps in memory, it keeps for the next one. */
export interface Instance extends CpuAccount {
  readonly handle: Handler;
  /** Of the invocation that runs. */
  usage: Usage;
  /** Whether the invocation that runs sent something to a queue or froze a digest: work that was there to be done. */
  worked: boolean;
  busy: boolean;
  idleSince: number;
}

/** As the function's Lambda entry builds it, over ports that count. */
export function createInstance(ports: InstancePorts, name: PipelineFunction): Instance {
  const { stage, config, timeline, random } = ports;
  const { waits } = assumptions;
  const instance: Instance = {
    handle: (event, invocation) => handle(event, invocation),
    cpuMicros: 0,
    usage: noUsage(),
    worked: false,
    busy: false,
    idleSince: 0,
  };
  const clock: Clock = {
    now: timeline.now,
    sleep: (ms, signal) => timeline.wait(ms, instance, signal),
  };
  const call = async (ms: number): Promise<void> => {
    instance.cpuMicros += assumptions.awsCallCpu;
    await timeline.wait(ms, instance);
  };

  const table = countTable(ports.table, async (paid) => {
    if (paid.kind === 'read') instance.usage.readUnits += paid.units;
    else {
      instance.usage.writeUnits += paid.units + paid.indexUnits;
      instance.usage.indexUnits += paid.indexUnits;
    }
    await call(paid.kind === 'transaction' ? waits.transaction : waits.table);
  });
  const queue = (to: QueueName) =>
    countQueue(to, {
      pay: async (requests) => {
        instance.usage.queueRequests += requests;
        instance.worked = true;
        await call(waits.queue);
      },
      deliver: ports.deliver,
    });
  const client = countSecrets(ports.secretValues, async () => {
    instance.usage.secretReads += 1;
    await call(waits.secret);
  });
  const secrets = createCloudSecrets({ client, stage, clock });

  const log = (write: () => void): void => {
    instance.usage.logBytes += measureLog(write);
  };
  const observer = createCloudObserver({ serviceName: name, stage });
  const keeper = createTallyKeeper({
    clock,
    observe: (observation: Observation) => {
      if (observation.kind === 'digest-frozen' || observation.kind === 'heartbeat-frozen') {
        instance.worked = true;
      }
      ports.onObservation(observation);
      log(() => observer.observe(observation));
    },
  });
  const { observe } = keeper;
  const ledger = createLedger({ table, clock, random });
  const common = { config, clock, random, observe, ledger, secrets };
  const handlers = createHandlers({
    ...common,
    stage,
    queue,
    api: configuredBridgeApi(config, {
      ...common,
      fetch: async (url, init) => {
        instance.usage.upstreamCalls += 1;
        const answer = await timeline.hold(fetchWhole(url, init));
        await timeline.wait(ports.latencyMs, instance);
        return answer;
      },
    }),
    sender: configuredSender(config, {
      ...common,
      post: async () => {
        ports.onPost();
        await call(waits.destination);
        return { status: 200, headers: {}, body: 'ok' };
      },
    }),
  });
  const run = tallied(handlers[name], keeper, ledger);
  const handle: Handler = async (event, invocation) => {
    try {
      return await run(event, invocation);
    } finally {
      log(() => observer.flush());
    }
  };
  return instance;
}

/** The body, too, has come before time goes on. */
async function fetchWhole(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  const { status, headers } = answer;
  return new Response(await answer.arrayBuffer(), { status, headers });
}

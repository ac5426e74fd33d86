import { counted } from '../../shared/domain/counted.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { startSchedules, type Tempo } from '../schedules.ts';
import type { Pipeline } from './pipeline.ts';

export interface RunOnOptions {
  readonly tempo: Tempo;
  readonly until: Promise<void>;
  readonly say: (line: string) => void;
  /** Calls from outside come in there. @default nowhere */
  readonly inboundPort?: number;
}

/** Runs on the wiring's schedules until `until` resolves, then waits for work in progress. */
export async function runOn(pipeline: Pipeline, options: RunOnOptions): Promise<void> {
  const { tempo, until, say, inboundPort } = options;
  // Hono loads only if it serves: that takes a while.
  const load = () => import('./inbound.ts');
  const inbound = inboundPort === undefined ? null : await (await load()).startInbound(pipeline, inboundPort);
  for (const url of inbound?.urls ?? [])
    say(`${url} takes calls from this machine; lead a tunnel of your own to it`);
  const { config, invoke } = pipeline;
  const schedules = startSchedules({ config, tempo, clock: systemClock, invoke });
  await until;
  // Calls end first: a later one would be queued for nobody.
  await inbound?.close();
  await Promise.all([schedules.stop(), endDeliveries(pipeline, say)]);
}

/** Starts no more work, and waits for deliveries in progress. Prints a line if there are any. */
export async function endDeliveries({ queues }: Pipeline, say: (line: string) => void): Promise<void> {
  const deliveries = queues.of.delivery.underWay();
  if (deliveries > 0)
    say(`waiting for ${counted(deliveries, 'delivery', 'deliveries')} in progress; ${risk}`);
  await queues.stop();
}

const risk =
  'each may take 20 s. To end at once, press Ctrl-C again: these digests are then sent again, and Slack may show them twice';

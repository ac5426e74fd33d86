import { parentPort, workerData } from 'node:worker_threads';
import { startSandbox } from '../../sandbox/serve.ts';

/** What the thread is started with. */
export interface SandboxOrder {
  readonly buyers: number;
  readonly bridges: number;
  readonly signals: number;
  /** One number: the time, milliseconds since the epoch. Whoever started the thread moves it. */
  readonly time: BigInt64Array;
}

/** What it answers with once it listens. */
export interface SandboxAddress {
  readonly url: string;
  readonly token: string;
  readonly buyerIds: readonly string[];
  readonly bridgeIds: readonly string[];
}

// A thread of its own: the CPU that the service takes is not the functions'.
const { time, ...plan } = workerData as SandboxOrder;
const sandbox = await startSandbox({
  ...plan,
  seed: 1,
  port: 0,
  db: ':memory:',
  rate: 0,
  now: () => Number(Atomics.load(time, 0)),
});
const address: SandboxAddress = {
  url: sandbox.url,
  token: sandbox.token,
  buyerIds: sandbox.world.buyers.map(({ buyerId }) => buyerId),
  bridgeIds: sandbox.world.bridges.map(({ bridgeId }) => bridgeId),
};
parentPort?.postMessage(address);

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SandboxAddress, SandboxOrder } from './sandbox-worker.ts';

/** The service that is called: a sandbox on loopback, in a thread of its own, whose clock is moved from here. */
export interface Upstream extends SandboxAddress {
  setTime(now: number): void;
  /** A new signal arrives, and the service touches another row without cause. */
  arrive(): Promise<void>;
  /** Calls of the API that it answered, by its own count. */
  countCalls(): Promise<number>;
  close(): Promise<void>;
}

export async function startUpstream(plan: Omit<SandboxOrder, 'time'>, now: number): Promise<Upstream> {
  const time = new BigInt64Array(new SharedArrayBuffer(8));
  const setTime = (to: number): void => {
    Atomics.store(time, 0, BigInt(Math.floor(to)));
  };
  setTime(now);
  const workerData: SandboxOrder = { ...plan, time };
  const worker = new Worker(new URL('./sandbox-worker.ts', import.meta.url), { workerData });
  const [address] = (await once(worker, 'message')) as [SandboxAddress];

  const control = async (path: string, body?: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${address.url}/sandbox/${path}`, init);
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${path}`);
    return answer.json();
  };
  return {
    ...address,
    setTime,
    async arrive() {
      await control('signals', { count: 1 });
      await control('maintenance', { rows: 1 });
    },
    async countCalls() {
      return ((await control('requests')) as { total: number }).total;
    },
    close: async () => void (await worker.terminate()),
  };
}

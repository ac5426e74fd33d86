import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface CallerPlan {
  readonly url: string;
  /** Of the signed calls. */
  readonly key: string;
  /** Each signed call names one of them. */
  readonly buyerIds: readonly string[];
  /** Calls a second. */
  readonly refused: number;
  readonly signed: number;
}

/** How the calls were answered. */
export interface CallerCounts {
  readonly refused: number;
  readonly taken: number;
  /** Statuses that were not to come. */
  readonly odd: readonly number[];
}

/** A process of its own that calls an address at these rates, however slowly it answers. Resolves after the first answers. */
export async function startCaller(plan: CallerPlan): Promise<{ stop(): Promise<CallerCounts> }> {
  const child = fork(fileURLToPath(new URL('./caller-process.ts', import.meta.url)), [JSON.stringify(plan)]);
  await once(child, 'message');
  return {
    async stop() {
      const counts = once(child, 'message');
      child.send('stop');
      const [told] = await counts;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      return told as CallerCounts;
    },
  };
}

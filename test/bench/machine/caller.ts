import { startChild } from './child.ts';

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
  const { ask, close } = await startChild<'ready', CallerCounts>('./caller-process.ts', plan);
  return {
    async stop() {
      const counts = await ask();
      await close();
      return counts;
    },
  };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface UpstreamPlan {
  readonly buyers: number;
  /** How many of the buyers have a signal; the others have an empty list. */
  readonly signals: number;
  readonly latencyMs: number;
  /** Each buyer with signals has two, the first of which is hot: its buyer's ranks and summary are read. @default false */
  readonly hot?: boolean;
  /** One answer in so many takes longer. @default none */
  readonly slow?: { readonly oneIn: number; readonly latencyMs: number };
}

export type BenchUpstream = Awaited<ReturnType<typeof startUpstream>>;

export type FromUpstream = { readonly port: number } | { readonly calls: number };

export const bridgeId = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001';

export function uuidOf(number: number): string {
  return `5a1f3e6e-2f0e-4a9f-8f2d-${number.toString(16).padStart(12, '0')}`;
}

/** A page as the service answers it. */
export function pageText(
  pageNumber: number,
  pageSize: number,
  totalItems: number,
  result: unknown[],
): string {
  const totalPages = Math.ceil(totalItems / pageSize);
  return JSON.stringify({ pageNumber, pageSize, totalItems, totalPages, result });
}

/** A service without limits on the loopback, in a process of its own: it takes no time from the process that is measured. */
export async function startUpstream(plan: UpstreamPlan) {
  const program = fileURLToPath(new URL('./upstream-process.ts', import.meta.url));
  const child = fork(program, [JSON.stringify(plan)]);
  const hear = async (): Promise<FromUpstream> => (await once(child, 'message'))[0] as FromUpstream;
  const begun = await hear();
  if (!('port' in begun)) throw new Error('the upstream tells its port first');
  const url = `http://127.0.0.1:${begun.port}`;
  return {
    url,
    /** Takes every digest. */
    webhookUrl: `${url}/hook`,
    buyerIds: Array.from({ length: plan.buyers }, (_, index) => uuidOf(index)),
    bridgeId,
    /** Calls of the API since the last time that it was asked. */
    async countCalls(): Promise<number> {
      const answer = hear();
      child.send('count');
      const told = await answer;
      return 'calls' in told ? told.calls : Number.NaN;
    },
    async close(): Promise<void> {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

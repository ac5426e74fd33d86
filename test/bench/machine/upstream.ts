import { startChild } from './child.ts';

export interface UpstreamPlan {
  readonly buyers: number;
  /** How many of the buyers have a signal; the others have an empty list. */
  readonly signals: number;
  readonly latencyMs: number;
  /** Each buyer with signals has two, the first of which is hot: its buyer's ranks and summary are read. @default false */
  readonly hot?: boolean;
}

export type BenchUpstream = Awaited<ReturnType<typeof startUpstream>>;

export const bridgeId = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001';

export function uuidOf(number: number): string {
  return `5a1f3e6e-2f0e-4a9f-8f2d-${number.toString(16).padStart(12, '0')}`;
}

/** What a list has: how many items, and each by its place from 0. */
export interface Items {
  readonly total: number;
  readonly at: (place: number) => unknown;
}

interface Service {
  readonly rows: Items;
  readonly signalsOf: (buyerId: string) => Items;
  readonly summaryOf: (buyerId: string) => object;
}

/** The service's answer to a call, and null for the webhook at `/hook`, which takes everything. */
export function answerOf({ rows, signalsOf, summaryOf }: Service, url = ''): string | null {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  if (pathname === '/hook') return null;
  if (pathname.endsWith('/summary')) return JSON.stringify(summaryOf(pathname.split('/').at(-2) ?? ''));
  // Nothing is known of columns.
  if (pathname.endsWith('/metadata')) return '[]';
  const { total, at } = pathname.endsWith('/row') ? rows : signalsOf(searchParams.get('buyerId') ?? '');
  const pageNumber = Number(searchParams.get('pageNumber') ?? 1);
  const pageSize = Number(searchParams.get('pageSize') ?? 10);
  const from = (pageNumber - 1) * pageSize;
  const length = Math.max(0, Math.min(pageSize, total - from));
  const result = Array.from({ length }, (_, index) => at(from + index));
  const totalPages = Math.ceil(total / pageSize);
  return JSON.stringify({ pageNumber, pageSize, totalItems: total, totalPages, result });
}

/** A service without limits on the loopback, in a process of its own: it takes no time from the process that is measured. */
export async function startUpstream(plan: UpstreamPlan) {
  const { first: port, ask, close } = await startChild<number, number>('./upstream-process.ts', plan);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    /** Takes every digest. */
    webhookUrl: `${url}/hook`,
    buyerIds: Array.from({ length: plan.buyers }, (_, index) => uuidOf(index)),
    bridgeId,
    /** Calls of the API since the last time that it was asked. */
    countCalls: ask,
    close,
  };
}

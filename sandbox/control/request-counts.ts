export const operationNames = [
  'listColumnMetadata',
  'listBuyerSignals',
  'listBridgeRows',
  'getBuyerSummary',
] as const;
export type OperationName = (typeof operationNames)[number];

/** Calls of the API since the start; those of `/sandbox` are not among them. */
export interface RequestCounts {
  readonly total: number;
  /** `unknown`: a path that is not an operation. */
  readonly byOperation: Readonly<Record<OperationName | 'unknown', number>>;
  /** By the status that was sent, as `"200"`. */
  readonly byStatus: Readonly<Record<string, number>>;
}

export class RequestCounter {
  #byOperation: Record<OperationName | 'unknown', number> = {
    listColumnMetadata: 0,
    listBuyerSignals: 0,
    listBridgeRows: 0,
    getBuyerSummary: 0,
    unknown: 0,
  };
  #byStatus: Record<string, number> = {};

  count(operation: OperationName | undefined, status: number): void {
    this.#byOperation[operation ?? 'unknown'] += 1;
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
  }

  read(): RequestCounts {
    const total = Object.values(this.#byOperation).reduce((sum, count) => sum + count, 0);
    return { total, byOperation: { ...this.#byOperation }, byStatus: { ...this.#byStatus } };
  }
}

/** Undefined if it is not an operation. */
export function operationOf(method: string, path: string): OperationName | undefined {
  if (method === 'GET' && path === '/api/external/feed/all/buyer-signals') return 'listBuyerSignals';
  if (method === 'GET' && /^\/api\/external\/bridge\/[^/]+\/column\/metadata$/.test(path))
    return 'listColumnMetadata';
  if (method === 'PUT' && /^\/api\/external\/bridge\/[^/]+\/row$/.test(path)) return 'listBridgeRows';
  if (method === 'GET' && /^\/api\/external\/buyer\/[^/]+\/summary$/.test(path)) return 'getBuyerSummary';
  return undefined;
}

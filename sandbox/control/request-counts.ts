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
  #total = 0;
  #byOperation = {
    listColumnMetadata: 0,
    listBuyerSignals: 0,
    listBridgeRows: 0,
    getBuyerSummary: 0,
    unknown: 0,
  };
  #byStatus: Record<string, number> = {};

  count(operation: OperationName | undefined, status: number): void {
    this.#total += 1;
    this.#byOperation[operation ?? 'unknown'] += 1;
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
  }

  read(): RequestCounts {
    return {
      total: this.#total,
      byOperation: { ...this.#byOperation },
      byStatus: { ...this.#byStatus },
    };
  }
}

const paths: Readonly<Record<OperationName, RegExp>> = {
  listColumnMetadata: /^GET \/api\/external\/bridge\/[^/]+\/column\/metadata$/,
  listBuyerSignals: /^GET \/api\/external\/feed\/all\/buyer-signals$/,
  listBridgeRows: /^PUT \/api\/external\/bridge\/[^/]+\/row$/,
  getBuyerSummary: /^GET \/api\/external\/buyer\/[^/]+\/summary$/,
};

/** Undefined if it is not an operation. */
export function operationOf(method: string, path: string): OperationName | undefined {
  return operationNames.find((name) => paths[name].test(`${method} ${path}`));
}

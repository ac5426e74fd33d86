const operations = {
  listColumnMetadata: /^GET \/api\/external\/bridge\/[^/]+\/column\/metadata$/,
  listBuyerSignals: /^GET \/api\/external\/feed\/all\/buyer-signals$/,
  listBridgeRows: /^PUT \/api\/external\/bridge\/[^/]+\/row$/,
  getBuyerSummary: /^GET \/api\/external\/buyer\/[^/]+\/summary$/,
};
export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as OperationName[];

/** Undefined if it is not an operation. */
export function operationOf(method: string, path: string): OperationName | undefined {
  return operationNames.find((name) => operations[name].test(`${method} ${path}`));
}

export type RequestCounts = ReturnType<typeof startCounts>;

/** Calls of the API since the start; those of `/sandbox` are not among them. */
export function startCounts() {
  const byOperation = { listColumnMetadata: 0, listBuyerSignals: 0, listBridgeRows: 0, getBuyerSummary: 0 };
  return { total: 0, byOperation };
}

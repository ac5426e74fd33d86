/** Signals of bridges that are left out are recorded, like a baseline. Ids in lower case. */
export interface SentBridges {
  readonly bridges: readonly string[];
  readonly only?: 'these bridges' | undefined;
  readonly except?: { readonly bridges: readonly string[] } | undefined;
}

export function isLeftOut({ bridges, only, except }: SentBridges, bridgeId: string): boolean {
  return except?.bridges.includes(bridgeId) === true || (only !== undefined && !bridges.includes(bridgeId));
}

/** What `watch` says of the bridges whose signals are sent; those of the others are recorded, like a baseline. By ids in small letters. */
export interface SentBridges {
  readonly bridges: readonly string[];
  readonly only?: 'these bridges' | undefined;
  readonly except?: { readonly bridges: readonly string[] } | undefined;
}

export function isLeftOut({ bridges, only, except }: SentBridges, bridgeId: string): boolean {
  return except?.bridges.includes(bridgeId) === true || (only !== undefined && !bridges.includes(bridgeId));
}

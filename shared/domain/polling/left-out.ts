/** The bridges whose signals are sent, by ids in small letters. */
export interface SentBridges {
  /** Their signals are recorded but not sent, like a baseline. */
  readonly exceptBridges?: ReadonlySet<string> | undefined;
  /** If there are some, signals of all others are recorded but not sent. */
  readonly onlyBridges?: ReadonlySet<string> | undefined;
}

export function isLeftOut({ exceptBridges, onlyBridges }: SentBridges, bridgeId: string): boolean {
  return exceptBridges?.has(bridgeId) === true || onlyBridges?.has(bridgeId) === false;
}

export interface WatchedBridges {
  readonly bridges: readonly string[];
  readonly only?: 'these bridges' | undefined;
  readonly except?: { readonly bridges: readonly string[] } | undefined;
}

export function sentBridgesOf({ bridges, only, except }: WatchedBridges): SentBridges {
  return {
    exceptBridges: new Set(except?.bridges),
    ...(only === undefined ? {} : { onlyBridges: new Set(bridges) }),
  };
}

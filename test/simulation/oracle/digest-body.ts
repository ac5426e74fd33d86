export interface DigestBody {
  readonly totals: { readonly signals: number; readonly inQuietHours?: number };
  readonly held: number;
  readonly flood?: { readonly newSignals: number; readonly shown: number };
  readonly buyers: readonly {
    readonly signals: readonly { readonly hot: boolean; readonly bridgeId: string; readonly rowId: string }[];
  }[];
}

/** What a webhook's digest says; null for any other message. */
export function digestIn(text: unknown): DigestBody | null {
  const body = String(text);
  if (!body.startsWith('{"type":"digest.created"')) return null;
  return (JSON.parse(body) as { readonly data: DigestBody }).data;
}

/** The signals that it shows, each by the id that the ledger knows it by. */
export function signalsIn({ buyers }: DigestBody): { readonly id: string; readonly hot: boolean }[] {
  return buyers.flatMap(({ signals }) => signals).map(({ hot, ...signal }) => ({ id: idOf(signal), hot }));
}

export const idOf = ({ bridgeId, rowId }: { readonly bridgeId: string; readonly rowId: string }): string =>
  `${bridgeId}#${rowId}`.toLowerCase();

import { inParallel } from '../../shared/domain/concurrency.ts';
import { bridgeTypeIn } from '../../shared/domain/signals/bridge-type.ts';
import type { KnownSummary, OutboxEntry } from '../../shared/domain/signals/outbox.ts';

export interface FillTypesPorts {
  /** What was learned of a bridge's filter type, by its id in lower case. */
  readonly readBridgeType: (bridgeId: string) => Promise<string | undefined>;
}

const readsAtOnce = 8;

/** Gives signals that came without their bridge's filter type the one that is known of it by now. */
export async function fillTypes(
  { readBridgeType }: FillTypesPorts,
  entries: readonly OutboxEntry[],
  summaries: ReadonlyMap<string, KnownSummary>,
): Promise<readonly OutboxEntry[]> {
  const untyped = new Set(entries.flatMap((entry) => untypedBridge(entry) ?? []));
  if (untyped.size === 0) return entries;
  const types = new Map(
    await inParallel([...untyped], readsAtOnce, async (bridgeId) => {
      const learned = await readBridgeType(bridgeId);
      return [bridgeId, learned ?? typeInSummaries(summaries, bridgeId)] as const;
    }),
  );
  return entries.map((entry) => {
    const filterType = types.get(untypedBridge(entry) ?? '');
    return entry.signal && filterType ? { ...entry, signal: { ...entry.signal, filterType } } : entry;
  });
}

function untypedBridge({ signal }: OutboxEntry): string | null {
  return signal && !signal.filterType ? signal.bridgeId.toLowerCase() : null;
}

function typeInSummaries(summaries: ReadonlyMap<string, KnownSummary>, bridgeId: string): string | null {
  for (const { summary } of summaries.values()) {
    const type = bridgeTypeIn(summary, bridgeId);
    if (type !== null) return type;
  }
  return null;
}

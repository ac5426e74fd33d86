import { isoTime } from '../clock.ts';
import { inParallel } from '../concurrency.ts';
import type { ColumnInfo } from '../rows/columns.ts';
import { type DeclaredColumns, readMeanings } from './meanings.ts';
import type { FactView } from './row-facts.ts';

interface BridgeReader {
  readonly columns: { readonly read: (bridgeId: string) => Promise<readonly ColumnInfo[] | undefined> };
  readonly polls: { readonly readPlan: () => Promise<{ readonly bridgeNames: ReadonlyMap<string, string> }> };
}

const readsAtOnce = 8;

/** `now` in milliseconds since the epoch. */
export async function readFactView(
  ledger: BridgeReader,
  meanings: DeclaredColumns | undefined,
  rows: readonly { readonly bridgeId: string }[],
  { timezone, now }: { readonly timezone: string; readonly now: number },
): Promise<FactView> {
  const bridgeIds = new Set(rows.map(({ bridgeId }) => bridgeId.toLowerCase()));
  const known = await inParallel([...bridgeIds], readsAtOnce, async (bridgeId) => {
    const columns = await ledger.columns.read(bridgeId);
    return columns === undefined ? [] : [[bridgeId, columns] as const];
  });
  const columns = new Map(known.flat());
  return {
    timezone,
    createdAt: isoTime(now),
    columns,
    ...(await readMeanings(meanings, ledger.polls.readPlan)),
  };
}

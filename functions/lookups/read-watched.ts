import type { FunctionPorts, LedgerPort } from '../function-ports.ts';

interface WatchedPorts extends LedgerPort<'rosters'> {
  readonly watch: Pick<FunctionPorts['config']['watch'], 'buyers' | 'bridges' | 'except'>;
}

/** Buyers are watched if the config lists them, or if ticks found them in the rows of a watched bridge. */
export async function listWatched({ watch, ledger }: WatchedPorts): Promise<Set<string>> {
  const buyers = new Set(watch.buyers);
  for (const bridgeId of watch.bridges)
    for (const buyerId of (await ledger.rosters.listBuyers(bridgeId)).keys()) buyers.add(buyerId);
  return withoutExcepted(watch, buyers);
}

/** `met` are known to be in a roster. */
export async function findWatched(
  { watch, ledger }: WatchedPorts,
  buyerIds: ReadonlySet<string>,
  met: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const listed = new Set(watch.buyers);
  const watched = new Set([...buyerIds].filter((buyerId) => met.has(buyerId) || listed.has(buyerId)));
  const open = [...buyerIds].filter((buyerId) => !watched.has(buyerId));
  for (const bridgeId of open.length === 0 ? [] : watch.bridges) {
    for (const buyerId of await ledger.rosters.findBuyers(bridgeId, open)) watched.add(buyerId);
  }
  return watched;
}

export function withoutExcepted({ except }: WatchedPorts['watch'], buyerIds: Iterable<string>): Set<string> {
  return new Set(buyerIds).difference(new Set(except?.buyers));
}

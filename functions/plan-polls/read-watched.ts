import type { TickPorts, WatchSettings } from './ports.ts';

interface WatchedPorts extends Pick<TickPorts, 'ledger'> {
  readonly watch: Pick<WatchSettings, 'buyers' | 'bridges' | 'except'>;
}

/** All watched buyers: those that the config lists, and those that ticks found in the rows of each watched bridge. */
export async function listWatched({ watch, ledger }: WatchedPorts): Promise<Set<string>> {
  const groups: Iterable<string>[] = [watch.buyers];
  for (const bridgeId of watch.bridges) groups.push((await ledger.readRosterBuyers(bridgeId)).keys());
  return withoutExcepted(watch, groups);
}

/** Those of some buyers that are watched. `met` are known to be in a roster. */
export async function findWatched(
  { watch, ledger }: TickPorts,
  buyerIds: ReadonlySet<string>,
  met: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const listed = new Set(watch.buyers);
  const watched = new Set([...buyerIds].filter((buyerId) => met.has(buyerId) || listed.has(buyerId)));
  const open = [...buyerIds].filter((buyerId) => !watched.has(buyerId));
  for (const bridgeId of open.length === 0 ? [] : watch.bridges) {
    for (const buyerId of await ledger.findInRoster(bridgeId, open)) watched.add(buyerId);
  }
  return watched;
}

/** The buyers of some groups, each once, except those that the config leaves out. */
export function withoutExcepted(
  { except }: WatchedPorts['watch'],
  groups: readonly Iterable<string>[],
): Set<string> {
  const buyers = new Set<string>();
  for (const group of groups) for (const buyerId of group) buyers.add(buyerId);
  for (const buyerId of except?.buyers ?? []) buyers.delete(buyerId);
  return buyers;
}

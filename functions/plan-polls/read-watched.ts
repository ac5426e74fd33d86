import type { TickPorts, WatchSettings } from './ports.ts';

/** More buyers cost less by reading the whole roster than by an item for each. */
const mostAsked = 100;

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
    for (const buyerId of await findAmong(ledger, bridgeId, open)) watched.add(buyerId);
  }
  return watched;
}

async function findAmong(
  ledger: TickPorts['ledger'],
  bridgeId: string,
  buyerIds: readonly string[],
): Promise<readonly string[]> {
  if (buyerIds.length <= mostAsked) return ledger.findInRoster(bridgeId, buyerIds);
  const known = await ledger.readRosterBuyers(bridgeId);
  return buyerIds.filter((buyerId) => known.has(buyerId));
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

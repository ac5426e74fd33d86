import type { Item } from '../../../shared/ledger/table.ts';
import { bridgeId } from '../../support/example-signals.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** What does not hold once all has settled down, a sentence each: the promises of the delivery protocol. */
export function findViolations(world: SimulatedWorld): string[] {
  const items = [...world.store.all()];
  return [
    ...world.failures,
    ...world.watched.violations,
    ...findUnrecorded(world, items),
    ...findLeftOver(world, items),
    ...findWronglyDelivered(world, items),
    ...findChangedBytes(world),
  ];
}

/** I1: what an accepted scan shows is recorded; and only what was there before the buyer was LIVE is baseline. */
function findUnrecorded({ upstream, config, watched }: SimulatedWorld, items: readonly Item[]): string[] {
  const found: string[] = [];
  const recorded = new Map(tombstonesIn(items).map((item) => [item.sk.slice('SIG#'.length), item]));
  for (const buyerId of config.watch.buyers) {
    for (const id of upstream.listed(buyerId)) if (!recorded.has(id)) found.push(`${id} was never recorded`);
    if (!watched.liveAt.has(buyerId)) found.push(`${buyerId} never turned LIVE`);
  }
  for (const [id, { pk, baseline }] of recorded) {
    if (baseline !== true) continue;
    const live = watched.liveAt.get(pk.slice('B#'.length)) ?? Number.POSITIVE_INFINITY;
    if (config.watch.firstRun === 'send-all' || (upstream.arrivals().get(id) ?? 0) > live)
      found.push(`${id} was taken for baseline`);
  }
  return found;
}

/** I10: nothing waits for ever. */
function findLeftOver({ messagesWaiting }: SimulatedWorld, items: readonly Item[]): string[] {
  const left = items.filter(
    ({ sk, state }) =>
      sk.startsWith('OUT#') || sk === 'LATE' || (sk.startsWith('DIG#') && state !== 'DELIVERED'),
  );
  const found = left.map(({ pk, sk, state }) => `left over: ${pk} ${sk} ${state ?? ''}`);
  return messagesWaiting === 0 ? found : [...found, `${messagesWaiting} messages are left over`];
}

interface Body {
  readonly data: {
    readonly routeId: string;
    readonly unreadable: number;
    readonly buyers: readonly { readonly signals: readonly { readonly rowId: string }[] }[];
  };
}

/** I3 and I6: each signal that is not baseline comes to each of its routes, once by the digests' ids. */
function findWronglyDelivered(
  { destination, crashes, config }: SimulatedWorld,
  items: readonly Item[],
): string[] {
  const taken = destination.received.filter((one) => one.taken);
  const digests = [...new Map(taken.map(({ id, body }) => [id, (JSON.parse(body) as Body).data])).values()];
  const found: string[] = [];
  for (const { id: routeId, match } of config.routes) {
    const own = digests.filter((digest) => digest.routeId === routeId);
    const rows = own.flatMap(({ buyers }) =>
      buyers.flatMap(({ signals }) => signals.map(({ rowId }) => rowId)),
    );
    const pending = tombstonesIn(items).filter(({ baseline }) => baseline !== true);
    const wanted = pending.filter(
      ({ quarantined, hot }) => quarantined !== true && (!match.hot || hot === true),
    );
    for (const { sk } of wanted) {
      const times = rows.filter((rowId) => sk === `SIG#${bridgeId}#${rowId}`).length;
      if (times !== 1) found.push(`route ${routeId}: ${sk} was delivered ${times} times`);
    }
    if (rows.length !== wanted.length)
      found.push(`route ${routeId} got ${rows.length} signals and not ${wanted.length}`);
    const unreadable = own.reduce((sum, digest) => sum + digest.unreadable, 0);
    const quarantined = pending.length - pending.filter((item) => item.quarantined !== true).length;
    if (unreadable !== quarantined) found.push(`route ${routeId} was told of ${unreadable} unreadable ones`);
  }
  const again = taken.length - digests.length;
  // One that was cut off is sent again by right; beyond that only what was under way at a crash.
  const excused = 1 + 2 * crashes;
  return again <= excused ? found : [...found, `${again} digests were sent again after they were taken`];
}

/** I5. */
function findChangedBytes({ destination }: SimulatedWorld): string[] {
  const bytes = new Map<string, string>();
  const changed: string[] = [];
  for (const { id, body } of destination.received) {
    if ((bytes.get(id) ?? body) !== body) changed.push(`${id} came with other bytes`);
    bytes.set(id, body);
  }
  return changed;
}

function tombstonesIn(items: readonly Item[]): readonly Item[] {
  return items.filter(({ sk }) => sk.startsWith('SIG#'));
}

import type { BridgeRecord } from '../data/bridges.ts';
import { drawFor } from '../data/draw.ts';
import type { Row, RowWishes } from '../data/make-row.ts';
import { arrivingTimes } from '../data/seed-rows.ts';
import { badRequest } from '../http/api-error.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { NewSignals } from './control-bodies.ts';

export interface AddedSignal {
  readonly buyerId: string;
  readonly bridgeId: string;
  readonly rowId: string;
  readonly name: string;
}

/** Throws a 400 that names the field when an id is unknown or no bridge has the columns. */
export function addSignals(store: RowStore, wanted: NewSignals, now: number): AddedSignal[] {
  const buyer =
    wanted.buyerId === undefined ? undefined : store.world.buyersById.get(wanted.buyerId.toLowerCase());
  if (wanted.buyerId !== undefined && !buyer)
    throw badRequest(`buyerId: there is no buyer ${wanted.buyerId}`);
  const candidates = bridgesFor(store, wanted);
  const { name, hotness, columns, status } = wanted;
  return Array.from({ length: wanted.count }, () => {
    const bridge = drawFor(store.world.plan.seed, 'wished bridge', store.nextOrdinal).pick(candidates);
    const wishes = {
      bridge,
      name,
      hotness,
      columns,
      ...(buyer ? { buyer } : {}),
      ...(status ? { status } : {}),
    };
    const row = arrive(store, now, wishes, wanted.signalDate);
    return {
      buyerId: row.buyer?.buyerId ?? '',
      bridgeId: bridge.bridgeId,
      rowId: row.rowId,
      name: row.name,
    };
  });
}

function bridgesFor({ world }: RowStore, { bridgeId, columns }: NewSignals): readonly BridgeRecord[] {
  const wished = bridgeId === undefined ? world.bridges : [world.bridgesById.get(bridgeId.toLowerCase())];
  const known = wished.filter((bridge) => bridge !== undefined);
  if (known.length === 0) throw badRequest(`bridgeId: there is no bridge ${bridgeId}`);
  const names = Object.keys(columns ?? {});
  const fitting = known.filter((bridge) =>
    names.every((name) => bridge.columns.some((column) => column.name === name)),
  );
  if (fitting.length === 0) {
    const fix =
      known.length === 1
        ? `give columns that it has: ${(known[0]?.columns ?? []).map(({ name }) => name).join(', ')}`
        : 'give display names of columns of one bridge';
    throw badRequest(`columns: no bridge has all of ${names.join(', ')}; ${fix}`);
  }
  return fitting;
}

/** How many unchanged rows each tick touches, as a re-sync does. */
const touchedPerTick = 2;

/**
 * Adds one signal with the status New, unless `wishes` has another. `signalDate` in milliseconds since the epoch;
 * drawn if absent.
 */
function arrive(store: RowStore, now: number, wishes: RowWishes = {}, signalDate?: number): Row {
  const { seed } = store.world.plan;
  const times = arrivingTimes(drawFor(seed, 'arrival', store.nextOrdinal), now);
  // Ids of its own at each start: a ledger that remembers the last one must see new signals.
  const rowId = drawFor(seed, 'arrival', store.nextOrdinal, now).uuid;
  const chosen = signalDate === undefined ? times : { ...times, signalDate };
  return store.add(chosen, { rowId, status: 'New', ...wishes });
}

/** One tick of the sandbox's rate: adds a signal, and moves the `updatedAt` of some rows as maintenance does. */
export function tick(store: RowStore, now: number): void {
  arrive(store, now);
  store.touchStale(touchedPerTick, now);
}

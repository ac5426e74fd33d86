import * as v from 'valibot';
import { drawFor } from '../data/draw.ts';
import { type Row, type RowWishes, rowStatuses } from '../data/make-row.ts';
import { badRequest } from '../http/api-error.ts';
import { findKnown } from '../operations/bridge-rows.ts';
import type { RowStore } from '../rows/row-store.ts';
import { arrivingTimes } from '../rows/seed-rows.ts';

export const newSignalsSchema = v.strictObject({
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)), 1),
  buyerId: v.optional(v.string()),
  bridgeId: v.optional(v.string()),
  name: v.optional(v.pipe(v.string(), v.nonEmpty())),
  signalDate: v.optional(v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse))),
  hotness: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  columns: v.optional(v.record(v.string(), v.unknown())),
  status: v.optional(v.picklist(rowStatuses)),
});
type NewSignals = v.InferOutput<typeof newSignalsSchema>;

/** Throws a 404 on an unknown id, and a 400 when no bridge has the columns. */
export function addSignals(store: RowStore, wanted: NewSignals, now: number): Row[] {
  const { count, buyerId, bridgeId, signalDate, ...wishes } = wanted;
  const { world } = store;
  const buyer = buyerId === undefined ? undefined : findKnown(world.buyersById, 'buyer', buyerId);
  const names = Object.keys(wishes.columns ?? {});
  const candidates = (
    bridgeId === undefined ? world.bridges : [findKnown(world.bridgesById, 'bridge', bridgeId)]
  ).filter(({ columns }) => names.every((name) => columns.some((column) => column.name === name)));
  if (candidates.length === 0) throw badRequest(`columns: no bridge has all of ${names.join(', ')}`);
  return Array.from({ length: count }, () => {
    const bridge = drawFor(world.plan.seed, 'wished bridge', store.nextOrdinal).pick(candidates);
    return arrive(store, now, { ...wishes, bridge, buyer }, signalDate);
  });
}

/** Each tick touches so many unchanged rows, as a re-sync does. */
const touchedPerTick = 2;

/**
 * Adds one signal with the status New, unless `wishes` has another. `signalDate` in milliseconds since the epoch;
 * drawn if absent.
 */
function arrive(store: RowStore, now: number, wishes: RowWishes = {}, signalDate?: number): Row {
  const { seed } = store.world.plan;
  const times = arrivingTimes(drawFor(seed, 'arrival', store.nextOrdinal), now);
  // Ids differ at each start: a ledger that remembers the last one must see new signals.
  const rowId = drawFor(seed, 'arrival', store.nextOrdinal, now).uuid;
  const chosen = signalDate === undefined ? times : { ...times, signalDate };
  return store.add(chosen, { ...wishes, rowId, status: wishes.status ?? 'New' });
}

/** Rows lie this long at least before somebody acts on them, in milliseconds: readers see them before. */
const untouchedMs = 3 * 60_000;

/** Adds one signal, acts on one, and moves the `updatedAt` of some rows as maintenance does. */
export function tick(store: RowStore, now: number): void {
  const draw = drawFor(store.world.plan.seed, 'deed', store.nextOrdinal, now);
  arrive(store, now);
  const latest = store.of(draw.pick(store.world.bridges)).slice(-5);
  const lying = latest.filter(({ status, updatedAt }) => status === 'New' && updatedAt < now - untouchedMs);
  if (lying.length > 0) store.setStatus(draw.pick(lying).rowId, draw.pick(rowStatuses), now);
  store.touchStale(touchedPerTick, now);
}

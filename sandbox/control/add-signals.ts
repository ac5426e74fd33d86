import * as v from 'valibot';
import type { BridgeRecord } from '../data/bridges.ts';
import { drawFor } from '../data/draw.ts';
import { type Row, type RowWishes, rowStatuses } from '../data/make-row.ts';
import { arrivingTimes } from '../data/seed-rows.ts';
import type { World } from '../data/world.ts';
import { badRequest } from '../http/api-error.ts';
import { parseIsoTime } from '../rows/field-values.ts';
import type { RowStore } from '../rows/row-store.ts';

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));
const time = v.pipe(
  v.string(),
  v.transform(parseIsoTime),
  v.number(
    (issue) =>
      `found ${JSON.stringify(issue.input) ?? 'no time'}; give a time such as "2026-11-21T08:00:00Z"`,
  ),
);

/** The body of `POST /sandbox/signals`. */
export const newSignalsSchema = v.strictObject({
  count: v.optional(count(1_000), 1),
  buyerId: v.optional(v.pipe(v.string(), v.uuid())),
  bridgeId: v.optional(v.pipe(v.string(), v.uuid())),
  name: v.optional(v.pipe(v.string(), v.nonEmpty())),
  signalDate: v.optional(time),
  hotness: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  columns: v.optional(v.record(v.string(), v.unknown())),
  status: v.optional(v.picklist(rowStatuses)),
});
type NewSignals = v.InferOutput<typeof newSignalsSchema>;

/** Throws a 400 that names the field when an id is unknown or no bridge has the columns. */
export function addSignals(store: RowStore, wanted: NewSignals, now: number): Row[] {
  const { count, buyerId, bridgeId, signalDate, ...wishes } = wanted;
  const buyer = store.world.buyersById.get(buyerId?.toLowerCase() ?? '');
  if (buyerId !== undefined && !buyer) throw badRequest(`buyerId: there is no buyer ${buyerId}`);
  const candidates = bridgesFor(store.world, wanted);
  return Array.from({ length: count }, () => {
    const bridge = drawFor(store.world.plan.seed, 'wished bridge', store.nextOrdinal).pick(candidates);
    return arrive(store, now, { ...wishes, bridge, buyer }, signalDate);
  });
}

function bridgesFor(world: World, { bridgeId, columns = {} }: NewSignals): readonly BridgeRecord[] {
  const known = world.bridges.filter((one) => [undefined, one.bridgeId].includes(bridgeId?.toLowerCase()));
  if (known.length === 0) throw badRequest(`bridgeId: there is no bridge ${bridgeId}`);
  const names = Object.keys(columns);
  const fitting = known.filter((bridge) =>
    names.every((name) => bridge.columns.some((column) => column.name === name)),
  );
  if (fitting.length === 0) {
    throw badRequest(
      `columns: no bridge has all of ${names.join(', ')}; give display names of columns of one bridge`,
    );
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
  return store.add(chosen, { ...wishes, rowId, status: wishes.status ?? 'New' });
}

/** One tick of the sandbox's rate: adds a signal, and moves the `updatedAt` of some rows as maintenance does. */
export function tick(store: RowStore, now: number): void {
  arrive(store, now);
  store.touchStale(touchedPerTick, now);
}

import { drawFor } from '../data/draw.ts';
import type { NewRow, RowWishes } from '../data/make-row.ts';
import { arrivingTimes } from '../data/seed-rows.ts';
import type { RowStore } from '../store/row-store.ts';

/** How many unchanged rows each tick touches, as a re-sync does. */
const touchedPerTick = 2;

/**
 * Adds one signal with the status New, unless `wishes` has another. `signalDate` in milliseconds since the epoch;
 * drawn if absent.
 */
export function arrive(store: RowStore, now: number, wishes: RowWishes = {}, signalDate?: number): NewRow {
  const draw = drawFor(store.world.plan.seed, 'arrival', store.nextOrdinal);
  const times = arrivingTimes(draw, now);
  return store.add(signalDate === undefined ? times : { ...times, signalDate }, { status: 'New', ...wishes });
}

/** One tick of the sandbox's rate: adds a signal, and moves the `updatedAt` of some rows as maintenance does. */
export function tick(store: RowStore, now: number): void {
  store.transaction(() => {
    arrive(store, now);
    store.touchStale(touchedPerTick, now);
  });
}

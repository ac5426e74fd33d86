import { drawFor } from '../data/draw.ts';
import type { NewRow, RowWishes } from '../data/make-row.ts';
import { arrivingTimes } from '../data/seed-rows.ts';
import type { RowStore } from '../store/row-store.ts';

/** How many rows each tick re-syncs without cause. */
const touchedPerTick = 2;

/** One new signal, New unless wished otherwise. `signalDate` in milliseconds since the epoch; else drawn. */
export function arrive(store: RowStore, now: number, wishes: RowWishes = {}, signalDate?: number): NewRow {
  const draw = drawFor(store.world.plan.seed, 'arrival', store.nextOrdinal);
  const times = arrivingTimes(draw, now);
  return store.add(signalDate === undefined ? times : { ...times, signalDate }, { status: 'New', ...wishes });
}

/** What happens by itself at each tick: a signal arrives, and maintenance moves the `updatedAt` of some rows. */
export function tick(store: RowStore, now: number): void {
  store.transaction(() => {
    arrive(store, now);
    store.touchStale(touchedPerTick, now);
  });
}

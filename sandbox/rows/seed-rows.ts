import { type Draw, drawFor } from '../data/draw.ts';
import type { RowTimes } from '../data/make-row.ts';
import type { World } from '../data/world.ts';
import { RowStore } from './row-store.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** The rows of each conference bridge without a buyer. They are not signals, and come in addition to them. */
const ownerlessRows = 5;

/** The rows that a sandbox starts with, by arrival. `now` in milliseconds since the epoch: dates count back from it. */
export function seedRows(world: World, now: number): RowStore {
  const { seed, signals } = world.plan;
  const store = new RowStore(world);
  const conferences = world.bridges.filter(({ filterType }) => filterType === 'Conference');
  for (const bridge of conferences) {
    for (let index = 0; index < ownerlessRows; index += 1) {
      const draw = drawFor(seed, 'ownerless', bridge.bridgeId, index);
      const signalDate = now - Math.round(draw.next() * 120 * dayMs);
      store.add({ signalDate, updatedAt: signalDate }, { bridge, buyer: null });
    }
  }
  const times = Array.from({ length: signals }, (_, index) => pastTimes(drawFor(seed, 'times', index), now));
  times.sort((one, other) => one.updatedAt - other.updatedAt);
  for (const time of times) store.add(time);
  return store;
}

/** Most signals of the last 120 days are from the last 30; many arrive weeks after their date. */
function pastTimes(draw: Draw, now: number): RowTimes {
  const age = draw.chance(0.7) ? draw.next() * 30 : 30 + draw.next() * 90;
  const signalDate = now - Math.round(age * dayMs);
  return { signalDate, updatedAt: Math.min(now, signalDate + lag(draw)) };
}

/** A signal that arrives now gets its date by the same rule. */
export function arrivingTimes(draw: Draw, now: number): RowTimes {
  return { signalDate: now - lag(draw), updatedAt: now };
}

function lag(draw: Draw): number {
  return Math.round(draw.next() * (draw.chance(0.35) ? 21 : 1) * dayMs);
}

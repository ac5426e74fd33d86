import { clocksMs } from '../../domain/clock.ts';
import { type GrantedPlace, mostInFlight, type Place } from '../../domain/digests/delivery.ts';
import { longestPauseMs, pauseAfter } from '../../domain/digests/next-attempt.ts';
import { inFlightKey } from '../items/keys.ts';
import { equals, missing, tryIfHolds } from '../table/conditions.ts';
import { listOf, numberOf } from '../table/read-item.ts';
import type { LedgerPorts } from '../table/table.ts';

export function createInFlight(ports: LedgerPorts) {
  const { table } = ports;

  const read = async (routeId: string) => {
    const item = (await table.get(inFlightKey(routeId))) ?? {};
    return {
      places: listOf<{ holder: string; since: number; until: number }>(item, 'places'),
      timeouts: numberOf(item, 'timeouts') ?? 0,
      pausedUntil: numberOf(item, 'pausedUntil') ?? 0,
      ver: numberOf(item, 'ver'),
    };
  };

  /** False if another sender was faster, or an earlier try of this write, whose result was unknown. */
  const write = async (
    routeId: string,
    { places, ver, ...state }: Awaited<ReturnType<typeof read>>,
  ): Promise<boolean> => {
    const condition = ver === null ? missing('ver') : equals('ver', ver);
    const set = { ...state, places: JSON.stringify(places), ver: (ver ?? 0) + 1, v: 1 };
    const update = { key: inFlightKey(routeId), set, condition };
    return (await tryIfHolds(ports, () => table.update(update))).holds;
  };

  return {
    /**
     * Takes one of the route's few places for attempts, for as long as the digest's lease. After a timeout the route
     * pauses, then makes one attempt at a time until its destination answers again. `holder` names the claim: its
     * digest and fence. A time that only a wrong clock can have written counts as over.
     */
    async beginAttempt(routeId: string, holder: string, now: number, leaseMs: number): Promise<Place> {
      const isAhead = (time: number, most: number) => time > now && time <= now + most + clocksMs;
      for (;;) {
        const state = await read(routeId);
        const { timeouts, pausedUntil } = state;
        if (isAhead(pausedUntil, longestPauseMs)) return { kind: 'paused', until: pausedUntil };
        const taken = state.places.filter((one) => one.holder !== holder && isAhead(one.until, leaseMs));
        if (taken.length >= (timeouts > 0 ? 1 : mostInFlight)) {
          return { kind: 'busy', since: Math.max(...taken.map(({ since }) => since)) };
        }
        const places = [...taken, { holder, since: now, until: now + leaseMs }];
        if (await write(routeId, { ...state, places })) return { kind: 'granted', holder, timeouts };
      }
    },

    /** `timedOut` pauses the route's other digests; any answer ends the pause. */
    async endAttempt(
      routeId: string,
      { holder, timeouts }: GrantedPlace,
      timedOut: boolean,
      now: number,
    ): Promise<void> {
      for (;;) {
        const state = await read(routeId);
        const places = state.places.filter((one) => one.holder !== holder);
        // Another sender took it after the lease ran out.
        if (places.length === state.places.length) return;
        // Attempts that time out at once count as one.
        const lost = timedOut ? timeouts + 1 : 0;
        const pausedUntil = timedOut ? now + pauseAfter(lost) : 0;
        if (await write(routeId, { ...state, places, timeouts: lost, pausedUntil })) return;
      }
    },

    /** The route still makes one attempt at a time until its destination answers. */
    async endPause(routeId: string): Promise<void> {
      const state = await read(routeId);
      if (state.pausedUntil > 0) await write(routeId, { ...state, pausedUntil: 0 });
    },
  };
}

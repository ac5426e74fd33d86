import { type GrantedPlace, type Lane, mostInFlight, type Place } from '../../domain/digests/in-flight.ts';
import { pauseAfter } from '../../domain/digests/next-attempt.ts';
import { inFlightKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { all, any, atMost, equals, missing, present } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { numberOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

const lanes: readonly Lane[] = (['1', '2'] as const).slice(0, mostInFlight);

export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /**
     * Takes one of the route's few places for attempts, for as long as the digest's lease. After a timeout the route
     * pauses, then makes one attempt at a time until its destination answers again. `holder` names the claim: its
     * digest and fence.
     */
    async beginAttempt(routeId: string, holder: string, now: number, leaseMs: number): Promise<Place> {
      const key = inFlightKey(routeId);
      let item = await table.get(key);
      for (;;) {
        const pausedUntil = (item && numberOf(item, 'pausedUntil')) ?? 0;
        if (pausedUntil > now) return { kind: 'paused', until: pausedUntil };
        const timeouts = (item && numberOf(item, 'timeouts')) ?? 0;
        const taken = lanes.filter((lane) => untilOf(item, lane) > now && item?.[`holder${lane}`] !== holder);
        const [lane] = (timeouts > 0 ? lanes.slice(0, 1) : lanes).filter((one) => !taken.includes(one));
        if (lane === undefined || (timeouts > 0 && taken.length > 0)) {
          return { kind: 'busy', since: Math.max(...taken.map((one) => sinceOf(item, one))) };
        }
        const set = {
          [`holder${lane}`]: holder,
          [`since${lane}`]: now,
          [`until${lane}`]: now + leaseMs,
          v: 1,
        };
        // Also if the holder is the same: an earlier try of this write, whose result was unknown.
        const condition = any(
          missing(`until${lane}`),
          atMost(`until${lane}`, now),
          equals(`holder${lane}`, holder),
        );
        const { holds, found } = await ifHolds(tryAgain(ports, () => table.update({ key, set, condition })));
        if (holds) return { kind: 'granted', lane, holder, timeouts };
        // Another sender was faster. Each round has one free place less, so the loop ends.
        item = found;
      }
    },

    /** Gives the place back. `timedOut` pauses the route's other digests; any answer ends the pause. */
    async endAttempt(
      routeId: string,
      { lane, holder, timeouts }: GrantedPlace,
      timedOut: boolean,
      now: number,
    ): Promise<void> {
      const lost = timeouts + 1;
      const pause = { timeouts: lost, pausedUntil: now + pauseAfter(lost) };
      const update = {
        key: inFlightKey(routeId),
        ...(timedOut ? { set: pause } : {}),
        remove: [
          `holder${lane}`,
          `since${lane}`,
          `until${lane}`,
          ...(timedOut ? [] : ['timeouts', 'pausedUntil']),
        ],
        condition: all(present, equals(`holder${lane}`, holder)),
      };
      // The condition fails if an earlier try gave the place back, or another sender took it after the lease ran out.
      await ifHolds(tryAgain(ports, () => table.update(update)));
    },

    /** For a process that knows it is the only one, and for a run that tries everything. */
    async forgetAttempts(routeId: string): Promise<void> {
      const forget = { kind: 'delete', key: inFlightKey(routeId), condition: present } as const;
      await ifHolds(tryAgain(ports, () => table.transact([forget])));
    },
  };
}

const untilOf = (item: Item | undefined, lane: Lane): number => (item && numberOf(item, `until${lane}`)) ?? 0;
const sinceOf = (item: Item | undefined, lane: Lane): number => (item && numberOf(item, `since${lane}`)) ?? 0;

import {
  type GrantedPlace,
  type Lane,
  mostInFlight,
  type Place,
  pauseAfter,
} from '../../domain/digests/in-flight.ts';
import { inFlightKey } from '../keys.ts';
import { all, any, atMost, equals, missing, present } from '../table/conditions.ts';
import { numberOf } from '../table/read-item.ts';
import { ConditionFailedError, type Item, type Table, TransactionCancelledError } from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';

const lanes: readonly Lane[] = (['1', '2'] as const).slice(0, mostInFlight);

/**
 * Takes one of the few places that a route has for attempts, for as long as the digest is leased. After a timeout the
 * route waits, and then makes one attempt at a time until its destination answers again.
 */
export async function beginAttempt(
  table: Table,
  ports: TryAgainPorts,
  { routeId, holder }: { readonly routeId: string; readonly holder: string },
  now: number,
  leaseMs: number,
): Promise<Place> {
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
    const set = { [`holder${lane}`]: holder, [`since${lane}`]: now, [`until${lane}`]: now + leaseMs, v: 1 };
    // Its own: an earlier try of this write, whose result stayed unknown.
    const condition = any(
      missing(`until${lane}`),
      atMost(`until${lane}`, now),
      equals(`holder${lane}`, holder),
    );
    try {
      await tryAgain(ports, () => table.update({ key, set, condition }));
      return { kind: 'granted', lane, holder, timeouts };
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      // Another sender was faster; what it has taken is taken, so this ends.
      item = error.item;
    }
  }
}

/** Gives the place back. `timedOut`: the route's other digests wait; any answer at all ends that. */
export async function endAttempt(
  table: Table,
  ports: TryAgainPorts,
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
  try {
    await tryAgain(ports, () => table.update(update));
  } catch (error) {
    // Given back by an earlier try, or another's since the lease ran out.
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/** For a process that knows it is the only one, and for a run that tries everything. */
export async function forgetAttempts(table: Table, routeId: string): Promise<void> {
  try {
    await table.transact([{ kind: 'delete', key: inFlightKey(routeId), condition: present }]);
  } catch (error) {
    if (!(error instanceof TransactionCancelledError)) throw error;
  }
}

const untilOf = (item: Item | undefined, lane: Lane): number => (item && numberOf(item, `until${lane}`)) ?? 0;
const sinceOf = (item: Item | undefined, lane: Lane): number => (item && numberOf(item, `since${lane}`)) ?? 0;

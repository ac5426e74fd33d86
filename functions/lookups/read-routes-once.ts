import { isRouteDue, type NextTime } from '../../shared/domain/routes/due.ts';
import { countsFrom, type Mute } from '../../shared/domain/routes/mute.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { delayOf } from '../../shared/domain/signals/delay.ts';
import type { WaitingEntry } from '../../shared/domain/signals/pending.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';

export interface RouteReadPorts
  extends Pick<FunctionPorts, 'clock' | 'pagesAtOnce'>,
    LedgerPort<'mutes' | 'routes' | 'outbox'> {
  readonly nextSlot: NextTime;
}

export type ReadRoute = ReturnType<typeof readRoutesOnce>;
export type RouteReading = Awaited<ReturnType<ReadRoute>>;

const defaultPagesAtOnce = 10;

export function readRoutesOnce({
  ledger,
  clock,
  nextSlot,
  pagesAtOnce = defaultPagesAtOnce,
}: RouteReadPorts) {
  let mutes: Promise<readonly Mute[]> | null = null;
  const readOne = async (route: Route) => {
    mutes ??= ledger.mutes.list();
    const listed = await mutes;
    const item = await ledger.routes.read(route.id);
    // The composition asks whether a summary is there.
    const delaying = { route, mutes: listed, round: item.round, hasSummary: () => true };
    // Every entry is delayed in quiet hours: the reading would go through the whole outbox to say so.
    const rules = {
      undelayed: (entry: WaitingEntry) => {
        const isDelayed = (delayOf(delaying, entry, clock.now())?.reason ?? 'quiet') !== 'quiet';
        return isDelayed ? [] : [{ entry, from: countsFrom(listed, item, entry) }];
      },
      isDue: (from: readonly number[]) => isRouteDue(route, item.round, from, clock.now(), nextSlot),
    };
    const reading = await ledger.outbox.readOn(route.id, item.place, pagesAtOnce, rules);
    return {
      ...reading,
      item,
      delaying,
      /** True if the whole outbox has an entry that is neither muted nor gathered. */
      hasWaiting: async (): Promise<boolean> => {
        const isAny = (from: readonly number[]) => from.length > 0;
        return (await ledger.outbox.readOn(route.id, null, Infinity, { ...rules, isDue: isAny })).isDue;
      },
    };
  };
  const readings = new Map<string, ReturnType<typeof readOne>>();
  return (route: Route) => {
    const known = readings.get(route.id) ?? readOne(route);
    readings.set(route.id, known);
    return known;
  };
}

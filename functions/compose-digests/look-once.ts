import { delayOf } from '../../shared/domain/routes/delay.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import type { WaitingEntry } from '../../shared/domain/routes/pending.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { ComposePorts } from './ports.ts';

export type LookAt = ReturnType<typeof lookOnce>;
/** What tells whether a route has something to send, and since when, without reading its outbox through. */
export type RouteLook = Awaited<ReturnType<LookAt>>;

/** Looks at each route once. */
export function lookOnce({ ledger, clock }: Pick<ComposePorts, 'ledger' | 'clock'>) {
  let mutes: Promise<readonly Mute[]> | null = null;
  const look = async (route: Route) => {
    mutes ??= ledger.listMutes();
    const listed = await mutes;
    const item = await ledger.readRoute(route.id);
    // Whether a summary is there is asked by the composition.
    const delaying = { route, mutes: listed, round: item.round, hasSummary: () => true };
    // In quiet hours every entry is delayed: the reading would go through the whole outbox to say so.
    const isDelayed = (entry: WaitingEntry): boolean =>
      (delayOf(delaying, entry, clock.now())?.reason ?? 'quiet') !== 'quiet';
    /** Without those that are muted or gathered. */
    const oldest = await ledger.readOldestEntries(route.id, isDelayed);
    return { item, delaying, oldest };
  };
  const looks = new Map<string, ReturnType<typeof look>>();
  return (route: Route) => {
    const known = looks.get(route.id) ?? look(route);
    looks.set(route.id, known);
    return known;
  };
}

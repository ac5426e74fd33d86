import type { DigestFlood } from '../../shared/domain/digests/digest.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import type { RouteItem } from '../../shared/domain/routes/round.ts';
import { floodRuleOf, type Route } from '../../shared/domain/routes/route.ts';
import { countBridges, fateOf, timesOf } from '../../shared/domain/signals/flood.ts';
import type { ComposePorts } from './ports.ts';
import type { SlotEntry } from './read-slot.ts';

/**
 * Sets aside what a flood's message does not show: one fate at a time, so that the caller reads again for the other.
 * `moved` is fewer than there are entries if another composer was faster.
 */
export async function setRestAside(
  ports: ComposePorts,
  route: Route,
  { ver, keptUntil }: RouteItem,
  mutes: readonly Mute[],
  rest: readonly SlotEntry[],
) {
  const rule = floodRuleOf(route);
  if (rule === null) return { moved: 0, entries: [] };
  const now = ports.clock.now();
  const waits = { keptUntil, mutes, now, ...timesOf(route, ports.nextSlot, now) };
  const [[fate, entries] = ['held', []] as const] = Map.groupBy(rest, (entry) =>
    fateOf(route, rule, entry, waits),
  );
  const keys = entries.map(({ key }) => key);
  const moved = await ports.ledger.setAside({ routeId: route.id, keys, fate, ver }, now);
  if (moved > 0) ports.observe({ kind: 'signals-set-aside', routeId: route.id, fate, signals: moved });
  return { moved, entries };
}

/** What a flood's message says of it. `aside`: what this composition saw set aside. */
export function describeFlood(
  shown: readonly SlotEntry[],
  { untold, dropped }: RouteItem,
  aside: readonly SlotEntry[],
): DigestFlood {
  // The route counts what others set aside, too, and not of which bridges.
  const isWhole = aside.length === untold + dropped;
  return {
    newSignals: untold + dropped + shown.length,
    shown: shown.length,
    rest: dropped > 0 ? 'dropped' : 'held',
    dropped,
    ...(isWhole ? { bridges: countBridges([...shown, ...aside]) } : {}),
  };
}

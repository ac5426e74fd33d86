import type { DigestFlood } from '../../shared/domain/digests/digest.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import { floodRuleOf, type Route } from '../../shared/domain/routes/route.ts';
import {
  countBridges,
  fateOf,
  type OpenFlood,
  planFlood,
  type SetAside,
  timesOf,
} from '../../shared/domain/signals/flood.ts';
import type { ComposePorts } from './ports.ts';
import type { SlotEntry } from './read-slot.ts';

/** A route's state in the ledger. */
export interface FloodedRoute {
  readonly open: OpenFlood | null;
  /** When it was last resumed; null if never. */
  readonly keptUntil: number | null;
  /** With those that are over. */
  readonly mutes: readonly Mute[];
}

/** The entries that can go into a digest after the flood rule was applied. */
export interface FloodStep {
  readonly open: OpenFlood | null;
  /** Signals that were set aside now: then the outbox is read again, for what was behind them. */
  readonly setAside: number;
  /** Those signals; none where another composer set some of them aside, since which is unknown. */
  readonly aside: readonly SlotEntry[];
  /** True when not all of them could be set aside. */
  readonly cancelled: boolean;
  /** The signals of the flood that are shown, once nothing else of it is in the outbox. */
  readonly shown: readonly SlotEntry[];
  /** What belongs to no flood. */
  readonly others: readonly SlotEntry[];
}

/** Sets aside the signals that a route's digest does not show by its flood rule. A dry run writes nothing. */
export async function holdFlood(
  ports: ComposePorts,
  { route, dryRun }: { readonly route: Route; readonly dryRun: boolean },
  { open, keptUntil, mutes }: FloodedRoute,
  entries: readonly SlotEntry[],
): Promise<FloodStep> {
  const none = { open: null, setAside: 0, aside: [], cancelled: false, shown: [], others: entries };
  const released = entries.filter((entry) => entry.released);
  const fresh = entries.filter((entry) => !entry.released);
  const now = ports.clock.now();
  const rule = floodRuleOf(route);
  const plan = rule && planFlood(rule, open, fresh, now);
  if (rule === null || plan === null) return none;
  const others = [...released, ...plan.later];
  if (dryRun) return { ...none, shown: plan.shown, others };
  if (plan.shown.length === 0) {
    if (open !== null) await ports.ledger.closeFlood(route.id, open.id);
    return { ...none, others };
  }
  const flood = open?.until === plan.until ? open : await ports.ledger.openFlood(route.id, plan.until);
  if (plan.rest.length === 0) {
    return { ...none, open: flood, shown: plan.shown, others };
  }
  const waits = { keptUntil, mutes, now, ...timesOf(route, ports.nextSlot, now) };
  const signals = await setRestAside(
    ports,
    { routeId: route.id, floodId: flood.id, keptUntil },
    Map.groupBy(plan.rest, (entry) => fateOf(route, rule, entry, waits)),
  );
  const cancelled = signals < plan.rest.length;
  return {
    ...none,
    open: flood,
    setAside: signals,
    aside: cancelled ? [] : plan.rest,
    cancelled,
    others: [],
  };
}

async function setRestAside(
  ports: ComposePorts,
  flood: Omit<SetAside, 'keys' | 'fate'>,
  rest: ReadonlyMap<SetAside['fate'], readonly SlotEntry[]>,
): Promise<number> {
  let all = 0;
  for (const [fate, entries] of rest) {
    const keys = entries.map((entry) => entry.key);
    const signals = await ports.ledger.setAside({ ...flood, keys, fate }, ports.clock.now());
    if (signals > 0) ports.observe({ kind: 'signals-set-aside', routeId: flood.routeId, fate, signals });
    all += signals;
  }
  return all;
}

/** The signals of a flood, as far as this composition has seen them. */
export interface SeenFlood {
  /** Hot ones that wait for their buyers' summaries are among them: they follow in another digest. */
  readonly left: readonly SlotEntry[];
  readonly aside: readonly SlotEntry[];
}

/** What the flood's digest says of it, if none has said it yet. */
export async function describeFlood(
  ports: ComposePorts,
  route: Route,
  { id }: OpenFlood,
  { left, aside }: SeenFlood,
): Promise<DigestFlood | undefined> {
  const others = await ports.ledger.countFlood(route.id, id);
  if (others === null) return undefined;
  const dropped = others.dropped ?? (floodRuleOf(route)?.rest === 'drop' ? others.aside : 0);
  // The ledger counts what others set aside, too, and not of which bridges.
  const isWhole = aside.length === others.aside;
  return {
    newSignals: others.aside + left.length,
    shown: left.filter((entry) => !entry.waits).length,
    rest: dropped > 0 ? 'dropped' : 'held',
    dropped,
    ...(isWhole ? { bridges: countBridges([...left, ...aside]) } : {}),
  };
}

import type { Clock } from '../../shared/domain/clock.ts';
import type { DigestFlood } from '../../shared/domain/digest.ts';
import { type OpenFlood, planFlood } from '../../shared/domain/flood.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import { floodRuleOf, type Route } from '../../shared/domain/route.ts';
import type { SlotEntry } from './read-slot.ts';

/** Sets aside what is too much for one digest of a route. */
export interface HoldFloodPorts {
  readonly clock: Clock;
  readonly observe: Observe;
  readonly openFlood: (routeId: string, until: number) => Promise<OpenFlood>;
  readonly closeFlood: (routeId: string, floodId: number) => Promise<void>;
  /** How many were moved out of the outbox: fewer than asked when another composer was faster. */
  readonly setAside: (aside: SetAside, now: number) => Promise<number>;
  /** Null once another composer has frozen the flood's digest. */
  readonly countFlood: (routeId: string, floodId: number) => Promise<number | null>;
}

export interface SetAside {
  readonly routeId: string;
  readonly keys: readonly string[];
  readonly fate: 'held' | 'dropped';
  readonly floodId: number;
}

/** What a flood leaves to be frozen. */
export interface FloodStep {
  readonly open: OpenFlood | null;
  /** Signals that were set aside now: then the outbox is read again, for what was behind them. */
  readonly setAside: number;
  /** True when not all of them could be set aside. */
  readonly cancelled: boolean;
  /** The flood's hottest, once nothing else of it is in the outbox. */
  readonly shown: readonly SlotEntry[];
  /** What belongs to no flood. */
  readonly others: readonly SlotEntry[];
}

/** One look at what waits for a route. Nothing is written down in a dry run. */
export async function holdFlood(
  ports: HoldFloodPorts,
  { route, dryRun }: { readonly route: Route; readonly dryRun: boolean },
  open: OpenFlood | null,
  entries: readonly SlotEntry[],
): Promise<FloodStep> {
  const none = { open: null, setAside: 0, cancelled: false, shown: [], others: entries };
  const released = entries.filter((entry) => entry.released);
  const fresh = entries.filter((entry) => !entry.released);
  const now = ports.clock.now();
  const rule = floodRuleOf(route);
  const plan = rule && planFlood(rule, open, fresh, now);
  if (rule === null || plan === null) return none;
  const others = [...released, ...plan.later];
  if (dryRun) return { ...none, shown: plan.shown, others };
  if (plan.shown.length === 0) {
    if (open !== null) await ports.closeFlood(route.id, open.id);
    return { ...none, others };
  }
  const flood = open?.until === plan.until ? open : await ports.openFlood(route.id, plan.until);
  if (plan.rest.length === 0) {
    return { open: flood, setAside: 0, cancelled: false, shown: plan.shown, others };
  }
  const fate = rule.rest === 'hold' ? 'held' : 'dropped';
  const keys = plan.rest.map((entry) => entry.key);
  const signals = await ports.setAside({ routeId: route.id, keys, fate, floodId: flood.id }, now);
  if (signals > 0) ports.observe({ kind: 'signals-set-aside', routeId: route.id, fate, signals });
  return { open: flood, setAside: signals, cancelled: signals < keys.length, shown: [], others: [] };
}

/** What the flood's digest says of it, if none has said it yet. `waiting` of the hottest follow once their buyers' summaries are there. */
export async function describeFlood(
  ports: HoldFloodPorts,
  route: Route,
  { id }: OpenFlood,
  counts: { readonly shown: number; readonly waiting: number },
): Promise<DigestFlood | undefined> {
  const others = await ports.countFlood(route.id, id);
  if (others === null) return undefined;
  return {
    newSignals: others + counts.shown + counts.waiting,
    shown: counts.shown,
    rest: floodRuleOf(route)?.rest === 'drop' ? 'dropped' : 'held',
  };
}

import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Coincidence } from './coincidences/coincidence.ts';
import { createDice, type Dice } from './dice.ts';
import { addOddBridges, type BridgeOddities, noOddities } from './plan-bridges.ts';
import { type CalendarPlan, planCalendar } from './plan-calendar.ts';
import { type CellsPlan, planCells } from './plan-cells.ts';
import { type GrowthPlan, planGrowth } from './plan-growth.ts';
import { planIdentity } from './plan-identity.ts';
import { planOperators } from './plan-operators.ts';
import { type Outage, planOutages } from './plan-outages.ts';
import { type OverfullPlan, planOverfull } from './plan-overfull.ts';
import { leaveAlone, planReading, type ReadingPlan } from './plan-reading.ts';
import { planRefusals, type RefusalPlan } from './plan-refusals.ts';
import { type PeacefulArrival, planRows, type RowPlan, type UpstreamChange } from './plan-rows.ts';
import { planShape, type Shape } from './plan-shape.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** What a schedule's world is like and what happens in it, faults aside: a function of the seed alone. */
export interface Plan extends CellsPlan, OverfullPlan {
  readonly shape: Shape;
  readonly mostEvents: number;
  readonly start: number;
  readonly buyers: readonly string[];
  readonly bridges: readonly string[];
  readonly rows: readonly RowPlan[];
  /** What upstream's users do, in the order of time. */
  readonly changes: readonly UpstreamChange[];
  /** A second installation of the same config delivers to the same receivers. */
  readonly hasTwin: boolean;
  readonly arrivals: readonly PeacefulArrival[];
  readonly ticks: readonly Tick[];
  /** What is deployed, one after another. The last is what recovers. */
  readonly configs: readonly SignalpostConfig[];
  readonly pageCap: number;
  readonly indexLagMs: number;
  /** What a bridge's rows do when they are asked for by their last change. */
  readonly sorting: 'refused' | 'ignored' | 'honoured';
  /** Whether acting on a row moves its `updatedAt`. */
  readonly statusMoves: boolean;
  /** Quarters of an hour in which the schedule alone goes on, once faults have stopped. */
  readonly quietTicks: number;
  /** How far an instance's clock may be off. */
  readonly skewMs: number;
  /** The chance that the list changes right after a page was read. */
  readonly moves: number;
  /** What is wrong with every list for ever: an item is listed twice, or the total counts one that isn't shown. */
  readonly misfit: 'twice' | 'uncounted' | null;
  readonly summaries: readonly SummaryPlan[];
  /** What each call for a summary is answered, for ever; null where summaries are there to be had. */
  readonly summaryTrouble: 403 | 500 | null;
  readonly weather: Weather;
  /** An operator's command makes this many calls at most, and is gone; null lets each run to its end. */
  readonly callsBeforeCut: number | null;
  /** The table answers nobody. */
  readonly outages: readonly Outage[];
  readonly refusals: RefusalPlan;
  /** Upstream never answers properly about this buyer; null for none. */
  readonly poisonBuyer: string | null;
  /** This route's destination never takes anything. */
  readonly poisonRoute: string | null;
  readonly growth: GrowthPlan;
  readonly bridgeOddities: BridgeOddities;
  readonly reading: ReadingPlan;
  /** Several rare things that meet; absent in most worlds. */
  readonly coincidence?: Coincidence;
}

export type SummaryPlan = 'ready' | 'generating' | 'none' | 'slow';

/** How often the world outside misbehaves, for each call. */
export interface Weather {
  readonly throttled: number;
  readonly failing: number;
  readonly cut: number;
  readonly garbage: number;
  readonly slow: number;
  readonly gone: number;
}

export interface Tick {
  readonly slot: number;
  /** How often the schedule fires for it: 0 was skipped, 2 is doubled. */
  readonly polls: number;
  /** Somebody asks for everyone to be polled, in place of the schedule. */
  readonly byHand: boolean;
  readonly composes: readonly number[];
  readonly heartbeats: number;
  readonly sweeps: number;
  readonly lateMs: number;
  /** Compositions and sweeps begin so long after the polls. */
  readonly composeAfterMs: number;
  readonly deploys: boolean;
  /** Every message that waits in a queue is gone. */
  readonly losesMessages: boolean;
  /** Somebody sends once more what was delivered lately, for a receiver that lost it. */
  readonly replays: boolean;
  /** Somebody runs the events of the first tick again, as they were written down then. */
  readonly repeats: boolean;
  readonly operator: 'resume' | 'redrive' | 'release' | 'redrive-letters' | 'hand-over' | 'discard' | null;
}

const uuid = (dice: Dice): string => {
  const hex = (length: number): string =>
    Array.from({ length }, () => dice.between(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
};

export function makePlan(seed: number, shape: Shape): Plan {
  const dice = createDice(seed, 1);
  const calendar = planCalendar(createDice(seed, 21));
  const drawnStart = Date.UTC(2026, dice.between(0, 11), dice.between(1, 28), dice.between(0, 23));
  const start = calendar.start ?? drawnStart;
  const size = planShape(dice, shape);
  const buyers = Array.from({ length: size.buyers }, () => uuid(dice));
  const bridges = Array.from({ length: size.bridges }, () => uuid(dice));
  const vanishing = dice.chance(0.25);
  // By dice of their own: everything else stays as it would be without them.
  const replays = createDice(seed, 4);
  const trouble = createDice(seed, 5);
  const repeats = createDice(seed, 6);
  const misfit = createDice(seed, 7);
  const planned = planTicks(dice, start).map((tick) => ({
    ...tick,
    replays: replays.chance(0.05),
    // Under an id of back then something new goes out only once the digest that had it has expired.
    repeats: repeats.chance(tick.slot - start > 30 * day ? 0.5 : 0.05),
  }));
  const operators = planOperators(
    createDice(seed, 23),
    vanishing ? planned.map((tick, index) => leaveOut(dice, tick, index)) : planned,
  );
  const { callsBeforeCut } = operators;
  const ticks = leaveAlone(seed, shape, operators.ticks);
  const configs = planConfigs(dice, { buyers, bridges, vanishing, timeFor: calendar.timeFor });
  const {
    rows,
    changes: plainChanges,
    arrivals,
  } = planRows(dice, {
    buyers,
    bridges,
    start,
    ticks,
    makeId: () => uuid(dice),
    mayHide: (configs[0]?.watch.buyers.length ?? 0) > 0,
    peaceAt: peaceAfter(ticks),
    size,
  });
  const { changes: identityChanges, hasTwin } = planIdentity(createDice(seed, 14), {
    rows,
    buyers,
    end: peaceAfter(ticks) - hour,
  });
  const changes = [...plainChanges, ...identityChanges].sort((a, b) => a.at - b.at || a.row - b.row);
  const refusing = createDice(seed, 13);
  const refusals = planRefusals(refusing, {
    buyers,
    slots: ticks.map(({ slot }) => slot),
    peaceAt: peaceAfter(ticks),
    mayAdd: (configs[0]?.watch.buyers.length ?? 0) > 0,
    makeId: () => uuid(refusing),
  });
  const stormy = dice.chance(0.5);
  const often = (): number => (stormy && dice.chance(0.4) ? dice.pick([0.05, 0.2, 0.6]) : 0);
  const plan = {
    shape,
    mostEvents: size.mostEvents,
    start,
    buyers,
    bridges,
    rows,
    changes,
    hasTwin,
    ...planCells(createDice(seed, 18)),
    ...planOverfull(createDice(seed, 19), ticks),
    arrivals,
    ticks,
    configs: configs.map((config) => watchAlso(config, refusals)),
    pageCap: dice.pick(size.pageCaps ?? [1, 2, 2, 3, 3, 20, 20]),
    indexLagMs: dice.pick([0, 0, 5_000, 5 * minute]),
    sorting: dice.pick(['refused', 'ignored', 'honoured', 'honoured', 'honoured'] as const),
    statusMoves: dice.chance(0.5),
    quietTicks: size.quietTicks ?? (dice.chance(0.1) ? 9 : 0),
    skewMs: dice.pick([0, 0, 2_000, 5 * minute]),
    moves: dice.pick([0, 0.1, 0.5]),
    misfit: misfit.chance(0.12) ? misfit.pick(['twice', 'uncounted'] as const) : null,
    summaries: buyers.map(() => dice.pick(['ready', 'ready', 'generating', 'none', 'slow'] as const)),
    summaryTrouble: trouble.chance(0.05) ? trouble.pick([403, 500] as const) : null,
    refusals,
    weather: {
      throttled: often(),
      failing: often(),
      cut: often(),
      garbage: often(),
      slow: often(),
      gone: operators.gone ?? (dice.chance(0.1) ? 0.2 : 0),
    },
    callsBeforeCut,
    outages: planOutages(createDice(seed, 22), ticks),
    poisonBuyer: buyers.length > 1 && dice.chance(0.06) ? (buyers[0] as string) : null,
    poisonRoute: (configs[0]?.routes.length ?? 0) > 1 && dice.chance(0.06) ? 'route-0' : null,
    bridgeOddities: noOddities,
  };
  const hard = planReading(seed, plan, { peaceAt: peaceAfter(ticks), makeId: uuid });
  return addOddBridges(createDice(seed, 12), planGrowth(seed, hard));
}

function watchAlso(config: SignalpostConfig, { refused }: RefusalPlan): SignalpostConfig {
  const { watch } = config;
  if (watch.buyers.length === 0) return config;
  const buyers = [...new Set([...watch.buyers, ...refused.map(({ buyerId }) => buyerId)])];
  return { ...config, watch: { ...watch, buyers } };
}

/** Faults stop a quarter of an hour after the last tick; an hour later what they left behind is worked off. */
export function peaceAfter(ticks: readonly Tick[]): number {
  return (ticks.at(-1)?.slot ?? 0) + 15 * minute + hour;
}

function planTicks(dice: Dice, start: number): Omit<Tick, 'replays' | 'repeats'>[] {
  let slot = start;
  return Array.from({ length: dice.between(2, 6) }, (_, index) => {
    const long = dice.chance(0.15);
    const gap = long
      ? dice.pick([2 * hour, 2 * hour, 4 * hour, 26 * hour, 3 * day, 20 * day, 45 * day, 100 * day])
      : dice.pick([minute, 15 * minute, 15 * minute, 16 * minute, 50 * minute]);
    if (index > 0) slot += gap;
    const deploys = dice.chance(0.12);
    return {
      slot,
      polls: dice.pick([0, 1, 1, 1, 1, 1, 2]),
      byHand: dice.chance(0.1),
      composes: [0, 1, 2].map(() => dice.pick([0, 1, 1, 1, 2])),
      heartbeats: dice.pick([0, 0, 0, 0, 1, 2]),
      sweeps: dice.pick([0, 1, 1, 2]),
      lateMs: dice.chance(0.1) ? dice.between(0, hour) : dice.between(0, 3_000),
      composeAfterMs: dice.pick([0, 20_000, minute, 12 * minute]),
      deploys,
      losesMessages: dice.chance(0.05),
      // A deploy may leave a route out, which is when somebody has to say what becomes of what it owes.
      operator: dice.chance(deploys ? 0.5 : 0.12)
        ? dice.pick(['resume', 'redrive', 'release', 'redrive-letters', 'hand-over', 'discard'] as const)
        : null,
    };
  });
}

/**
 * The first route goes slowly, so that it owes something, and is left out by the second tick's deploy: then somebody
 * says what becomes of that, again and again, and hands it to and fro.
 */
function leaveOut(dice: Dice, tick: Tick, index: number): Tick {
  const [first = 0, ...others] = tick.composes;
  const composes = [dice.chance(0.9) ? 0 : first, ...others];
  if (index === 0) return { ...tick, composes };
  const deed = dice.pick(['hand-over', 'hand-over', 'discard'] as const);
  return {
    ...tick,
    composes,
    deploys: index === 1 || (index > 2 && dice.chance(0.2)),
    operator: dice.chance(0.7) ? deed : tick.operator,
  };
}

interface ConfigsRequest {
  readonly buyers: readonly string[];
  readonly bridges: readonly string[];
  readonly vanishing: boolean;
  readonly timeFor: CalendarPlan['timeFor'];
}

function planConfigs(
  dice: Dice,
  { buyers, bridges, vanishing, timeFor }: ConfigsRequest,
): SignalpostConfig[] {
  const routes = Array.from({ length: dice.between(vanishing ? 2 : 1, 3) }, (_, index) => {
    const route = planRoute(dice, index, buyers, bridges);
    return route.when === 'immediately' ? route : { ...route, when: timeFor(route.when) };
  });
  const first: SignalpostConfig = {
    api: { baseUrl: 'https://bridge.example', token: { secret: 'TOKEN' }, arrayParameters: 'repeat' },
    watch: {
      buyers: dice.chance(0.8) ? buyers : [],
      bridges: [],
      every: '15 minutes',
      allEvery: dice.pick(['15 minutes', '1 hour', '6 hours', '1 day'] as const),
      firstRun: dice.pick(['baseline', 'send-all', 'send-all', { sendLast: '7 days' }] as const),
    },
    hot: {
      topByHotness: dice.pick([0, 0, 1, 3]),
      columns: dice.chance(0.6) ? [{ name: 'Match Score', atLeast: 80 }] : [],
    },
    summaries: { waitAtMost: dice.pick(['10 minutes', '10 minutes', '0 minutes', '2 hours'] as const) },
    routes,
    local: false,
  };
  const found = first.watch.buyers.length === 0;
  // Or none is watched, and what is known of bridges is learned from the signals.
  const watched = found ? bridges : bridges.slice(0, dice.pick([0, 0, 1]));
  const whole = { ...first, watch: { ...first.watch, bridges: watched } };
  // A redeploy that drops a route or sends it elsewhere, and one that takes that back: an outage by hand.
  const without = { ...whole, routes: routes.filter((_, index) => index > 0) };
  const swapped = {
    ...whole,
    routes: routes.map((route, index) => (index === 0 ? swapDestination(route) : route)),
  };
  const hotter = { ...whole, hot: { ...whole.hot, topByHotness: whole.hot.topByHotness + 1 } };
  return [whole, vanishing ? without : dice.pick([without, swapped, hotter, whole]), whole];
}

function planRoute(dice: Dice, index: number, buyers: readonly string[], bridges: readonly string[]): Route {
  const hot = dice.pick([undefined, undefined, true, false]);
  const kind = dice.chance(0.7) ? 'webhook' : 'slack';
  return {
    id: `route-${index}`,
    match: {
      ...(hot === undefined ? {} : { hot }),
      ...(dice.chance(0.15) ? { buyers: [dice.pick(buyers)] } : {}),
      ...(dice.chance(0.15) ? { bridges: [dice.pick(bridges)] } : {}),
    },
    when: dice.chance(0.6) ? 'immediately' : { cron: '0 8 ? * MON-FRI *', timezone: 'UTC' },
    to: destinationOf(index, kind),
    ...(dice.chance(0.4) ? { heartbeat: { cron: '0 8 ? * MON *', timezone: 'America/New_York' } } : {}),
    ...(dice.chance(0.2) ? { flood: { over: 2, show: 1, rest: dice.pick(['hold', 'drop'] as const) } } : {}),
  };
}

function destinationOf(index: number, kind: 'webhook' | 'slack'): Route['to'] {
  return kind === 'slack'
    ? { type: 'slack', webhookUrl: { secret: `SLACK_${index}` } }
    : { type: 'webhook', url: `https://hooks.example/route-${index}`, signingSecret: { secret: 'SIGNING' } };
}

function swapDestination(route: Route): Route {
  const index = Number(route.id.slice('route-'.length));
  return { ...route, to: destinationOf(index, route.to.type === 'slack' ? 'webhook' : 'slack') };
}

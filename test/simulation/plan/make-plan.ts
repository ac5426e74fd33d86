import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { noOddities } from '../parts/bridge-oddities.ts';
import { createDice, makeId } from '../parts/dice.ts';
import { hour, minute, type Plan, peaceAfter, type Shape } from '../parts/plan.ts';
import { inOrder } from '../parts/row-plan.ts';
import { addAnswers, failing, planRefusals, poison } from './plan-answers.ts';
import { addOddBridges } from './plan-bridges.ts';
import { planCalendar } from './plan-calendar.ts';
import { changeConfigs } from './plan-changed-configs.ts';
import { planClicks } from './plan-clicks.ts';
import { paceRoutes, planConfigs } from './plan-configs.ts';
import { addEvents } from './plan-events.ts';
import { planGrowth } from './plan-growth.ts';
import { planLateValues } from './plan-late-values.ts';
import { refineMatches } from './plan-matches.ts';
import { planMutes } from './plan-mutes.ts';
import { nameBridges, sendOnlyWatched } from './plan-names.ts';
import { planBusy, planOutages, planOverfull, planPutBack } from './plan-outages.ts';
import { planOwners } from './plan-owners.ts';
import { addQuietHours } from './plan-quiet.ts';
import { leaveAlone, planReading } from './plan-reading.ts';
import { planDeletions, planIdentity, planRows } from './plan-rows.ts';
import { planShape } from './plan-shape.ts';
import { planTemplates } from './plan-templates.ts';
import { leaveOut, planOperators, planTicks } from './plan-ticks.ts';

export function makePlan(seed: number, shape: Shape): Plan {
  const dice = createDice(seed, 1);
  const calendar = planCalendar(createDice(seed, 21));
  const drawnStart = Date.UTC(2026, dice.between(0, 11), dice.between(1, 28), dice.between(0, 23));
  const start = calendar.start ?? drawnStart;
  const size = planShape(dice, shape);
  const buyers = Array.from({ length: size.buyers }, () => makeId(dice));
  const bridges = Array.from({ length: size.bridges }, () => makeId(dice));
  const vanishing = dice.chance(0.25);
  // By dice of their own: everything else stays as it would be without them.
  const replays = createDice(seed, 4);
  const trouble = createDice(seed, 5);
  const misfit = createDice(seed, 7);
  const cells = createDice(seed, 18);
  const planned = planTicks(dice, start).map((tick) => ({
    ...tick,
    replays: replays.chance(0.05),
  }));
  const operators = planOperators(
    createDice(seed, 23),
    vanishing ? planned.map((tick, index) => leaveOut(dice, tick, index)) : planned,
  );
  const { callsBeforeCut } = operators;
  const drawnTicks = leaveAlone(seed, shape, operators.ticks);
  const drawn = planConfigs(dice, { buyers, bridges }, vanishing, calendar.timeFor);
  const refined = refineMatches(createDice(seed, 41), drawn);
  const later = createDice(seed, 46);
  const { configs: named, bridgeNames } = nameBridges(later, { bridges, configs: refined });
  const watched = sendOnlyWatched(later, { bridges, configs: named });
  const paced = paceRoutes(createDice(seed, 44), shape, watched);
  const { ticks, configs } = vanishing
    ? { ticks: drawnTicks, configs: paced }
    : changeConfigs(createDice(seed, 52), drawnTicks, paced);
  const drawnRows = planRows(dice, { buyers, bridges, start, ticks, configs }, size);
  const { rows, changes: plainChanges, arrivals } = drawnRows;
  const end = peaceAfter(ticks) - hour;
  const { changes: identityChanges, hasTwin } = planIdentity(createDice(seed, 14), { rows, buyers }, end);
  const deletions = planDeletions(createDice(seed, 54), rows, end);
  const changes = inOrder([...plainChanges, ...identityChanges, ...deletions]);
  const refusals = planRefusals(createDice(seed, 13), { buyers, ticks, configs });
  const summaryTrouble = trouble.chance(0.05) ? trouble.pick([403, 500] as const) : null;
  const stormy = dice.chance(0.5);
  const composesAtOnce = shape === 'plain' && createDice(~seed, 44).chance(0.1);
  const often = (): number => (stormy && dice.chance(0.4) ? dice.pick([0.05, 0.2, 0.6]) : 0);
  const plan = {
    shape,
    mostEvents: size.mostEvents,
    start,
    buyers,
    bridges,
    bridgeNames,
    rows,
    changes,
    hasTwin,
    cellKeys: cells.chance(0.08) ? cells.pick(['columnId', 'key'] as const) : ('name' as const),
    ...planOverfull(createDice(seed, 19), ticks),
    arrivals,
    ticks,
    configs: configs.map((config) => watchAlso(config, refusals.added)),
    pageCap: dice.pick(size.pageCaps ?? [1, 2, 2, 3, 3, 20, 20]),
    indexLagMs: dice.pick([0, 0, 5_000, 5 * minute]),
    sorting: dice.pick(['refused', 'ignored', 'honoured', 'honoured', 'honoured'] as const),
    statusMoves: dice.chance(0.5),
    quietTicks: size.quietTicks ?? (dice.chance(0.1) || composesAtOnce ? 9 : 0),
    skewMs: dice.pick([0, 0, 2_000, 5 * minute]),
    moves: dice.pick([0, 0.1, 0.5]),
    misfit: misfit.chance(0.12) ? misfit.pick(['twice', 'uncounted'] as const) : null,
    summaries: buyers.map(() => dice.pick(['ready', 'ready', 'generating', 'none', 'slow'] as const)),
    weather: {
      throttled: often(),
      failing: often(),
      cut: often(),
      garbage: often(),
      slow: often(),
      gone: operators.gone ?? (dice.chance(0.1) ? 0.2 : 0),
    },
    callsBeforeCut,
    composesAtOnce,
    outages: planOutages(createDice(seed, 22), ticks),
    answers: [
      ...(buyers.length > 1 && dice.chance(0.06)
        ? [poison(buyers[0] as string, dice.pick([500, 'garbage'] as const))]
        : []),
      ...refusals.rules,
      ...(summaryTrouble === null ? [] : failing('summary', summaryTrouble)),
    ],
    poisonRoute: (configs[0]?.routes.length ?? 0) > 1 && dice.chance(0.06) ? 'route-0' : null,
    busy: null,
    bridgeOddities: noOddities,
    // In most worlds nobody is due by their small number, or a due time would hardly be met.
    everyoneUpTo: createDice(seed, 49).chance(0.1) ? 100 : 0,
    mutes: [],
    putBack: planPutBack(createDice(seed, 53), shape, ticks),
    events: [],
  };
  const hard = planReading(seed, plan, peaceAfter(ticks));
  const odd = addOddBridges(createDice(seed, 12), planGrowth(seed, hard));
  const answered = addAnswers(createDice(seed, 63), odd);
  const late = planLateValues(createDice(seed, 42), answered);
  const muted = { ...late, mutes: planMutes(createDice(seed, 45), late) };
  const clicked = planClicks(createDice(seed, 61), muted);
  const owned = planOwners(createDice(seed, 72), addQuietHours(createDice(seed, 43), clicked));
  const told = addEvents(createDice(seed, 60), shape, owned);
  return planBusy(createDice(seed, 73), planTemplates(createDice(seed, 71), told));
}

function watchAlso(config: SignalpostConfig, added: readonly string[]): SignalpostConfig {
  const { watch } = config;
  if (watch.buyers.length === 0) return config;
  return { ...config, watch: { ...watch, buyers: [...watch.buyers, ...added] } };
}

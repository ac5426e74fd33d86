import { type QuietHours, weekdays } from '../../../shared/domain/routes/quiet.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../parts/dice.ts';
import { day, hour, type Plan } from '../parts/plan.ts';
import { routing } from './change-configs.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'] as const;

/**
 * Gives some routes quiet hours and holidays, the same to each, so that there are hours in which none is quiet. From
 * dice of its own: where there are none, the plan is as it was.
 */
export function addQuietHours(dice: Dice, plan: Plan): Plan {
  const share = { plain: 0.15, wide: 0, long: 0.6 }[plan.shape];
  if (!dice.chance(share)) return plan;
  const silence = { quiet: planHours(dice), holidays: planHolidays(dice, plan) };
  const ids = ['route-0', 'route-1', 'route-2'].filter(() => dice.chance(0.7));
  // A deploy takes them out of the config, and the next one puts them back.
  const isTakenBack = dice.chance(0.3);
  const silenced = (route: Route, version: number): Route =>
    ids.includes(route.id) && !(isTakenBack && version === 1) ? { ...route, ...silence } : route;
  return { ...plan, configs: routing(plan.configs, silenced) };
}

export function withoutQuietHours(plan: Plan): Plan {
  return { ...plan, configs: routing(plan.configs, ({ quiet: _, holidays: __, ...route }) => route) };
}

/** At least ten hours of a day are not quiet. */
function planHours(dice: Dice): QuietHours {
  const from = dice.between(0, 23);
  const to = (from + dice.pick([1, 4, 8, 14])) % 24;
  const half = dice.pick(['00', '30', '15']);
  const clock = (hours: number): string => `${String(hours).padStart(2, '0')}:${half}`;
  return {
    from: clock(from),
    to: clock(to),
    ...(dice.chance(0.3) ? { days: [dice.pick(weekdays), dice.pick(weekdays)] } : {}),
    timezone: dice.pick(zones),
  };
}

function planHolidays(dice: Dice, { start, quietTicks }: Plan): string[] {
  const days = Math.max(2, Math.floor((quietTicks * hour) / 4 / day));
  return [0, 1]
    .filter(() => dice.chance(0.3))
    .map(() => new Date(start + dice.between(0, days) * day).toISOString().slice(0, 10));
}

import type { CronTime } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../parts/dice.ts';
import { day, hour } from '../parts/plan.ts';

/** Days on which clocks change, and their neighbours: New York and London, spring and autumn of 2026. */
const clockChanges = [
  Date.UTC(2026, 2, 8),
  Date.UTC(2026, 2, 29),
  Date.UTC(2026, 9, 25),
  Date.UTC(2026, 10, 1),
] as const;

/** Times that a change of clocks skips or repeats, last and first days, weekdays of a month. */
const calendarTimes: readonly CronTime[] = [
  { cron: '30 2 * * ? *', timezone: 'America/New_York' },
  { cron: '30 1 * * ? *', timezone: 'America/New_York' },
  { cron: '15 1 * * ? *', timezone: 'Europe/London' },
  { cron: '0 8 L * ? *', timezone: 'Europe/London' },
  { cron: '0 9 ? * 2#1 *', timezone: 'America/New_York' },
  { cron: '45 23 ? * SUN *', timezone: 'America/New_York' },
];

/** When a world begins, where it is not as it was drawn; and when a route that does not send immediately sends. */
export function planCalendar(dice: Dice) {
  if (!dice.chance(0.15)) return { start: null, timeFor: (usual: CronTime) => usual };
  const start = dice.pick(clockChanges) - dice.between(0, 3) * day + dice.between(0, 23) * hour;
  return { start, timeFor: () => dice.pick(calendarTimes) };
}

import { counted } from '../../../shared/domain/counted.ts';
import { type QuietHours, quietZoneOf } from '../../../shared/domain/routes/quiet.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { tellList } from './tell-list.ts';
import { tellZone } from './tell-zone.ts';

const dayNames = {
  SUN: 'Sunday',
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
} as const;

/** `but not between 18:00 and 08:00, on Saturday or on Sunday, New York time`; null for a route that is never quiet. */
export function tellQuiet(route: Pick<Route, 'quiet' | 'holidays' | 'timezone' | 'when'>): string | null {
  const { quiet, holidays = [] } = route;
  const times = [
    ...(quiet ? tellHours(quiet) : []),
    ...(holidays.length === 0 ? [] : [`on ${counted(holidays.length, 'holiday')}`]),
  ];
  if (times.length === 0) return null;
  return `but not ${tellList(times, 'or')}, ${tellZone(quietZoneOf(route) ?? 'UTC')}`;
}

function tellHours({ from, to, days = [] }: QuietHours): string[] {
  const hours = from === undefined || to === undefined ? [] : [`between ${from} and ${to}`];
  return [...hours, ...days.map((day) => `on ${dayNames[day]}`)];
}

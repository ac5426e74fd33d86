import cronstrue from 'cronstrue';
import { destinationOf } from '../../message/destinations.ts';
import { describeSignals } from '../../message/routes/describe-match.ts';
import { counted } from '../../shared/domain/counted.ts';
import { asksForHot } from '../../shared/domain/routes/match.ts';
import { dayNames, type QuietHours, quietZoneOf, weekdays } from '../../shared/domain/routes/quiet.ts';
import {
  type CronTime,
  floodRuleOf,
  type Route,
  type RoutingMode,
} from '../../shared/domain/routes/route.ts';
import { formatList } from '../../shared/domain/text/format-list.ts';
import { nameZone } from '../../shared/domain/times/wall-time.ts';

/** The fields of a route that its sentence is made of. */
export type ExplainedRoute = Omit<Route, 'show' | 'links'>;

/**
 * What a route does, in a sentence of three parts: which signals, where they go, and when. Pure, and without a secret:
 * of a destination it names the secret, the channel or the host.
 */
export function explainRoute(route: ExplainedRoute, routing: RoutingMode = 'all'): string {
  const place = destinationOf(route.to).formatPlace(route.to);
  const whole = `${describeWho(route, routing)} go to ${place} ${formatWhen(route)}`;
  return `${[whole, ...describeLimits(route)].join(', ')}.`;
}

function describeWho({ match, owner, otherwise }: ExplainedRoute, routing: RoutingMode): string {
  const ofOwner = owner?.is ? `of the owner ${owner.is.name}` : 'of nobody, or of owners without a route';
  const rest = [...(owner ? [ofOwner] : []), ...(otherwise === true ? ['that no other route matches'] : [])];
  const first = routing === 'first' && otherwise !== true ? ['unless an earlier route matches them'] : [];
  const whole = describeSignals(match, { noun: 'signals', before: rest, behind: first });
  const isAll = Object.keys(match).length === 0 && rest.length === 0;
  return isAll ? `All ${whole}` : whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** `at once`, or `at 08:00, Monday through Friday, New York time`. */
function formatWhen({ when, gather }: Pick<Route, 'when' | 'gather'>): string {
  if (when !== 'immediately') return formatCron(when);
  return gather === undefined || gather.startsWith('0 ')
    ? 'at once'
    : `at once, but every ${gather} at most unless one is hot`;
}

/** What keeps signals back or adds messages, each as a clause behind the sentence. */
function describeLimits(route: Omit<Route, 'id' | 'to'>): string[] {
  const { heartbeat, recap, remind } = route;
  const flood = floodRuleOf(route);
  const limits = [
    asksForHot(route.match) && 'also those whose score is not known in time, which say so',
    describeQuiet(route),
    flood &&
      `only ${flood.show} of a flood of more than ${counted(flood.over, 'signal')} (the others are held until resend)`,
    heartbeat && `with a heartbeat (if nothing is new) ${formatCron(heartbeat)}`,
    recap && `with a recap (what people did with hot ones) ${formatCron(recap)}`,
    remind && `with a reminder ${formatList(remind)} before a deadline`,
  ];
  return limits.filter((limit) => typeof limit === 'string');
}

/** An expression of EventBridge Scheduler in words. */
function formatCron({ cron, timezone }: CronTime): string {
  // Its six fields begin with minutes and end with the year; the library takes seconds in front, and days from 1.
  const told = cronstrue.toString(`0 ${cron}`, {
    dayOfWeekStartIndexZero: false,
    use24HourTimeFormat: true,
  });
  return `${told.charAt(0).toLowerCase()}${told.slice(1)}, ${formatZone(timezone)}`;
}

/** `but not between 18:00 and 08:00, on Saturday or on Sunday, New York time`; null for a route that is never quiet. */
function describeQuiet(route: Pick<Route, 'quiet' | 'holidays' | 'timezone' | 'when'>): string | null {
  const { quiet, holidays = [] } = route;
  const times = [
    ...(quiet ? formatHours(quiet) : []),
    ...(holidays.length === 0 ? [] : [`on ${counted(holidays.length, 'holiday')}`]),
  ];
  if (times.length === 0) return null;
  return `but not ${formatList(times, 'or')}, ${formatZone(quietZoneOf(route) ?? 'UTC')}`;
}

function formatHours({ from, to, days = [] }: QuietHours): string[] {
  const hours = from === undefined || to === undefined ? [] : [`between ${from} and ${to}`];
  const named = days.map((day) => `on ${dayNames[weekdays.indexOf(day)]}`);
  return [...hours, ...named];
}

/** `New York time`; a zone without a place by its whole name. */
function formatZone(timezone: string): string {
  return /^(Etc\/|[^/]*$)/.test(timezone) ? timezone : `${nameZone(timezone)} time`;
}

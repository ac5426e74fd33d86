import cronstrue from 'cronstrue';
import { counted } from '../../../shared/domain/counted.ts';
import { type CronTime, floodRuleOf, type Route } from '../../../shared/domain/routes/route.ts';
import { tellQuiet } from './tell-quiet.ts';
import { tellZone } from './tell-zone.ts';

/** `at once`, or `at 08:00, Monday through Friday, New York time`. */
export function tellWhen({ when, gather }: Pick<Route, 'when' | 'gather'>): string {
  if (when !== 'immediately') return tellCron(when);
  return gather === undefined || gather.startsWith('0 ')
    ? 'at once'
    : `once they were gathered for ${gather}`;
}

/** What keeps signals back or adds messages, each as a clause behind the sentence. */
export function tellLimits(route: Omit<Route, 'id' | 'match' | 'to'>): string[] {
  const { atMost, heartbeat, receipt } = route;
  const flood = floodRuleOf(route);
  const quiet = tellQuiet(route);
  return [
    ...(quiet === null ? [] : [quiet]),
    ...(atMost === undefined ? [] : [`in at most ${tellLimit(atMost)} (hot signals all the same)`]),
    ...(flood === null
      ? []
      : [
          `only ${flood.show} of a flood of more than ${counted(flood.over, 'signal')} (the others are ${flood.rest === 'hold' ? 'held' : 'dropped'})`,
        ]),
    ...(receipt === true ? ['with a message when nothing is new'] : []),
    ...(heartbeat === undefined ? [] : [`with a heartbeat ${tellCron(heartbeat)}`]),
  ];
}

/** `6 an hour` as `6 messages an hour`. */
function tellLimit(atMost: string): string {
  const [count = '', ...span] = atMost.split(' ');
  return `${counted(Number(count), 'message')} ${span.join(' ')}`;
}

/** An expression of EventBridge Scheduler in words. */
function tellCron({ cron, timezone }: CronTime): string {
  // Its six fields begin with minutes and end with the year; the library takes seconds in front, and days from 1.
  const told = cronstrue.toString(`0 ${cron}`, {
    dayOfWeekStartIndexZero: false,
    use24HourTimeFormat: true,
  });
  return `${told.charAt(0).toLowerCase()}${told.slice(1)}, ${tellZone(timezone)}`;
}

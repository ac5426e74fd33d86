import { Cron } from 'croner';
import type { NextTime } from '../domain/routes/due.ts';
import type { CronTime } from '../domain/routes/route.ts';
import { instantOf, wallTimeAt } from '../domain/times/wall-time.ts';

/**
 * Milliseconds since the epoch. Reads six fields (minutes, hours, day of month, month, day of week with 1 = SUN,
 * year) as EventBridge Scheduler does. A time that the change to summer time leaves out is skipped; a time that the
 * change back repeats comes once. The config's checks admit no other expression and time zone. Source: "Schedule
 * types on EventBridge Scheduler", AWS's user guide.
 */
export function cronTimes(expression: string, timezone: string) {
  const wallTimes = readExpression(expression);
  return {
    /** Null if no time follows. */
    next(after: number): number | null {
      let wall: Date | null = new Date(wallTimeAt(after, timezone));
      for (;;) {
        wall = wallTimes.nextRun(wall);
        if (wall === null) return null;
        const instant = instantOf(wall.getTime(), timezone);
        const isShown = wallTimeAt(instant, timezone) === wall.getTime();
        if (isShown && instant > after) return instant;
      }
    },
  };
}

interface Schedule {
  readonly times: ReturnType<typeof cronTimes>;
  /** The last answers, newest first: no time comes between `after` and `slot`. */
  readonly gaps: { readonly after: number; readonly slot: number }[];
}

const known = new WeakMap<CronTime, Schedule>();
const mostGaps = 8;

/** Reading a schedule, opening its time zone and finding a time are slow, and each sweep asks for the same times. */
export const nextSlot: NextTime = (when, after) => {
  const { times, gaps } = known.get(when) ?? { times: cronTimes(when.cron, when.timezone), gaps: [] };
  known.set(when, { times, gaps });
  const gap = gaps.find((one) => one.after <= after && after < one.slot);
  if (gap !== undefined) return gap.slot;
  const slot = times.next(after);
  if (slot !== null) gaps.unshift({ after, slot });
  gaps.splice(mostGaps);
  return slot;
};

/** Croner's daylight-saving rules differ, so it only sees wall-clock times as if they were UTC. */
function readExpression(expression: string): Cron {
  const [minutes = '', hours = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = expression
    .trim()
    .split(/\s+/);
  const pattern = [
    '0',
    openSteps(minutes, '0', '59'),
    openSteps(hours, '0', '23'),
    openSteps(dayOfMonth, '1', '31'),
    openSteps(month, '1', '12'),
    dayOfWeek === 'L' ? 'SAT' : dayOfWeek,
    openSteps(year, '1970', '2199'),
  ].join(' ');
  return new Cron(pattern, { mode: '7-part', alternativeWeekdays: true, timezone: 'UTC', paused: true });
}

/** `5/10` means every 10 from 5 on; croner needs the end, too. Also for `*`, since croner counts its years from 0. */
function openSteps(field: string, first: string, last: string): string {
  return field.replace(
    /(^|,)([^,/-]+)\//g,
    (_, before: string, start: string) => `${before}${start === '*' ? first : start}-${last}/`,
  );
}

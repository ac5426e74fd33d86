import * as v from 'valibot';
import { cronTimes } from '../runtime/cron-times.ts';
import { systemClock } from '../runtime/system.ts';
import { findCronProblem } from './check-cron.ts';
import { described, text } from './field-schemas.ts';
import { describeFound, refuse } from './fields.ts';
import { findMeantZone, listZoneNames } from './zone-names.ts';

const dayMs = 86_400_000;

/** A schedule must fire at least once: otherwise its signals would wait forever, unnoticed. */
export function findCronMessage(text: string): string | null {
  const problem = findCronProblem(text) ?? findNever(text);
  return problem === null ? null : `found ${describeFound(text, true)}; ${problem}`;
}

/** Checked in UTC: a time zone shifts a time by hours, but an impossible day stays impossible. */
function findNever(text: string): string | null {
  if (cronTimes(text, 'UTC').next(systemClock.now() - dayMs) !== null) return null;
  return 'no future day matches, so it would never fire; check the day, the month and the year';
}

/**
 * A time zone must be an exact name of the IANA database: Intl also accepts `America/NEW_YORK`, `PST` and `+02:00`,
 * but EventBridge Scheduler does not.
 */
export function findTimezoneProblem(text: string): string | null {
  if (listZoneNames().includes(text)) return null;
  const meant = findMeantZone(text);
  const sentence = meant ? `did you mean "${meant}"?` : 'write an IANA name, as "America/New_York" or "UTC"';
  return `found ${describeFound(text, true)}; ${sentence}`;
}

export function timezone(description: string) {
  return described(
    v.pipe(text('write an IANA name, as "America/New_York"'), refuse(findTimezoneProblem)),
    description,
  );
}

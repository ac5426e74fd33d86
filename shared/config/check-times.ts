import { findCronProblem } from './check-cron.ts';
import { describeFound } from './describe-found.ts';
import { findMeantZone, listZoneNames } from './zone-names.ts';

export function findCronMessage(text: string): string | null {
  const problem = findCronProblem(text);
  return problem === null ? null : `found ${describeFound(text, true)}; ${problem}`;
}

/**
 * A time zone must be a name of the IANA database, spelled exactly: Intl reads `America/NEW_YORK`, `PST` and `+02:00`
 * as well, EventBridge Scheduler does not.
 */
export function findTimezoneProblem(text: string): string | null {
  if (listZoneNames().includes(text)) return null;
  const meant = findMeantZone(text);
  const sentence = meant ? `did you mean "${meant}"?` : 'write an IANA name, as "America/New_York" or "UTC"';
  return `found ${describeFound(text, true)}; ${sentence}`;
}

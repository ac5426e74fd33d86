import { findCronProblem } from './check-cron.ts';
import { describeFound } from './describe-found.ts';
import { findNearest } from './find-nearest.ts';

export function findCronMessage(text: string): string | null {
  const problem = findCronProblem(text);
  return problem === null ? null : `found ${describeFound(text, true)}; ${problem}`;
}

/**
 * A time zone must be a name of the IANA database, spelled exactly: Intl reads `america/new_york` and `+02:00`
 * as well, EventBridge Scheduler does not.
 */
export function findTimezoneProblem(text: string): string | null {
  if (/^[A-Z][\w+/-]*$/.test(text) && isKnownZone(text) && hasCapitals(text)) return null;
  const nearest = findNearest(text, Intl.supportedValuesOf('timeZone'));
  const sentence = nearest
    ? `did you mean "${nearest}"?`
    : 'write an IANA name, as "America/New_York" or "UTC"';
  return `found ${describeFound(text, true)}; ${sentence}`;
}

function isKnownZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function hasCapitals(zone: string): boolean {
  return zone.split('/').every((part) => /^[A-Z]/.test(part));
}

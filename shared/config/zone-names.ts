import { findNearest } from '../domain/find-nearest.ts';

/** `Intl.supportedValuesOf` leaves these out: it names no zone for UTC, and has old names of cities. */
const others = `
  UTC Etc/UTC GMT Africa/Asmara America/Argentina/Buenos_Aires America/Argentina/Catamarca
  America/Argentina/Cordoba America/Argentina/Jujuy America/Atikokan America/Indiana/Indianapolis
  America/Kentucky/Louisville America/Nuuk Asia/Ho_Chi_Minh Asia/Kathmandu Asia/Kolkata Asia/Yangon
  Atlantic/Faroe Europe/Kyiv Pacific/Chuuk Pacific/Kanton Pacific/Pohnpei`;

/** The time zone names that the config takes, all of them names that EventBridge Scheduler accepts. */
export function listZoneNames(): string[] {
  return [...Intl.supportedValuesOf('timeZone'), ...others.trim().split(/\s+/)];
}

/** The name that was probably meant; null when none is similar. */
export function findMeantZone(text: string): string | null {
  const names = listZoneNames();
  const spelled = names.find((name) => name.toLowerCase() === text.trim().toLowerCase());
  if (spelled !== undefined) return spelled;
  const meant = readByIntl(text.trim());
  return meant !== null && names.includes(meant) ? meant : findNearest(text, names);
}

/** Intl also knows abbreviations and old names, such as `PST` and `US/Eastern`, and returns the name for them now. */
function readByIntl(text: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

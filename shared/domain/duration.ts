export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const unitMs = {
  second: 1_000,
  minute: minuteMs,
  hour: hourMs,
  day: dayMs,
} as const;

type Unit = keyof typeof unitMs;

/** `"15 minutes"`, `"1 hour"`, `"7 days"`: a whole number and a unit, with or without the plural's s. */
export const durationPattern = /^(0|[1-9]\d{0,5}) (second|minute|hour|day)s?$/;

/** Throws `RangeError` on any text that is no duration. */
export function parseDuration(text: string): number {
  const found = durationPattern.exec(text);
  if (!found) {
    throw new RangeError(
      `not a duration: ${JSON.stringify(text)}; write a number and a unit, as "15 minutes"`,
    );
  }
  return Number(found[1]) * unitMs[found[2] as Unit];
}

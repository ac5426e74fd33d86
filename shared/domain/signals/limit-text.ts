/** UTF-8 bytes of JSON. A transaction of 4 MB writes a signal for fifty routes, the most a config can have. */
export const mostKeptBytes = 8_000;

/** JSON text, shortened by `limit` if it is too large. So each payload fits into its own item. */
export function keptText<Value>(
  value: Value,
  limit: (value: Value, mostBytes: number) => Value,
  mostBytes = mostKeptBytes,
): string {
  const whole = JSON.stringify(value);
  return Buffer.byteLength(whole) <= mostBytes ? whole : JSON.stringify(limit(value, mostBytes));
}

/** `longest` is in UTF-16 units. An ellipsis stands where something was left out, and no character is halved. */
export function cut<Text extends string | null>(text: Text, longest: number): Text {
  if (text === null || text.length <= longest) return text;
  return `${text.slice(0, longest - 1).toWellFormed()}…` as Text;
}

/** `least` is the shortest length of a step's texts: a later step keeps less beside the texts. */
export function shortenInSteps<Value, Step extends { readonly least: number }>(
  steps: readonly Step[],
  shorten: (longest: number, step: Step) => Value,
  mostBytes = mostKeptBytes,
): Value {
  for (const step of steps) {
    for (let longest = mostBytes; longest >= step.least; longest = Math.floor(longest * 0.9)) {
      const value = shorten(longest, step);
      if (Buffer.byteLength(JSON.stringify(value)) <= mostBytes) return value;
    }
  }
  return shorten(1, steps.at(-1) as Step);
}

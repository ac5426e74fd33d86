/**
 * The most that the ledger keeps of a signal or a summary, in UTF-8 bytes of JSON. Cutting here is silent, but no
 * message holds as much: its renderer cuts further and says so. A transaction of at most 4 MB writes a signal for up
 * to fifty routes, the most a config can have.
 */
export const mostKeptBytes = 60_000;

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** `longest` is in UTF-16 units. Never leaves half a character. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? text.slice(0, longest).toWellFormed() : text;
}

/**
 * The value with its texts cut to the longest length that fits, at least `least`; undefined if even that is too long.
 * `shorten` cuts texts to a length. Halves first, then searches, so that each measured value is hardly larger than the
 * result.
 */
export function shortenToFit<Value>(
  shorten: (longest: number) => Value,
  least: number,
  mostBytes = mostKeptBytes,
): Value | undefined {
  let fitting: number | undefined;
  let tooLong = mostBytes;
  for (let longest = mostBytes / 2; longest >= least; longest = Math.floor(longest / 2)) {
    if (bytesOf(shorten(longest)) <= mostBytes) {
      fitting = longest;
      break;
    }
    tooLong = longest;
  }
  if (fitting === undefined) return undefined;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (bytesOf(shorten(middle)) <= mostBytes) fitting = middle;
    else tooLong = middle;
  }
  return shorten(fitting);
}

/** Takes values one after another; false if a value does not fit any more. */
export function createRoom(bytes: number): (value: unknown) => boolean {
  let left = bytes;
  return (value) => {
    // Plus a comma, or the brackets of an empty list.
    const size = bytesOf(value) + 2;
    if (size > left) return false;
    left -= size;
    return true;
  };
}

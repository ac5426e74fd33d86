/**
 * How much the ledger keeps of one signal, and of one summary, in UTF-8 bytes of JSON. No message takes as much: its
 * renderer cuts what is left and says so, as it must, since here nobody is told. Fifty routes, which is the most that a
 * config has, get a signal in one transaction of at most 4 MB.
 */
export const mostKeptBytes = 60_000;

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** In UTF-16 units, torn within no character. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? text.slice(0, longest).toWellFormed() : text;
}

/**
 * The value with its texts cut to the longest length that fits, `least` or more; undefined when even those are too
 * long. `shorten` cuts texts to a length. Each step is of a value that is hardly larger than what fits.
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

/** Takes values one after another, each only if there is room for it. */
export function createRoom(bytes: number): (value: unknown) => boolean {
  let left = bytes;
  return (value) => {
    // A comma, or the brackets of a list that has nothing in it yet.
    const size = bytesOf(value) + 2;
    if (size > left) return false;
    left -= size;
    return true;
  };
}

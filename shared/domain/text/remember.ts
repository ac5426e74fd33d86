/**
 * Caches the last result of `find` by thing, for as long as that exists: filling messages describes the same signals many
 * times. `beside`: all else that it depends on; another value of it, compared by identity, finds anew.
 */
export function remember<Of extends object, Beside extends [unknown?, unknown?, unknown?], Found>(
  find: (of: Of, ...beside: Beside) => Found,
): (of: Of, ...beside: Beside) => Found {
  const last = new WeakMap<Of, { first: unknown; second: unknown; third: unknown; found: Found }>();
  // Named one by one: an array for each call would take longer than finding what is known.
  return (of: Of, first?: unknown, second?: unknown, third?: unknown): Found => {
    const known = last.get(of);
    if (known && known.first === first && known.second === second && known.third === third)
      return known.found;
    const found = find(of, ...([first, second, third] as unknown as Beside));
    last.set(of, { first, second, third, found });
    return found;
  };
}

const mostTexts = 1_000;
const longestText = 100;

/**
 * The same by a short text that recurs, such as a column's name: of all rows and digests, until there are too many. A text
 * for which nothing is found is not kept: it may be anybody's address.
 */
export function rememberText<Found extends NonNullable<unknown> | null>(find: (text: string) => Found) {
  const all = new Map<string, Found>();
  return (text: string): Found => {
    const known = all.get(text);
    if (known !== undefined) return known;
    const found = find(text);
    if (all.size >= mostTexts) all.clear();
    if (text.length <= longestText && found !== null) all.set(text, found);
    return found;
  };
}

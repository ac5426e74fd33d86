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

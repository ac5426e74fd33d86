/**
 * Keeps what `find` tells of a thing in a view, for as long as both are there: to fill messages, the same signals are told
 * again and again. `beside`: all else that it depends on.
 */
export function remember<Of extends object, View extends object, Beside extends readonly [unknown?], Found>(
  find: (of: Of, view: View, ...beside: Beside) => Found,
): (of: Of, view: View, ...beside: Beside) => Found {
  const views = new WeakMap<View, WeakMap<Of, Map<unknown, Found>>>();
  return (of, view, ...beside) => {
    const known = views.get(view) ?? new WeakMap<Of, Map<unknown, Found>>();
    views.set(view, known);
    const own = known.get(of) ?? new Map<unknown, Found>();
    known.set(of, own);
    const [key] = beside;
    const found = own.has(key) ? (own.get(key) as Found) : find(of, view, ...beside);
    own.set(key, found);
    return found;
  };
}

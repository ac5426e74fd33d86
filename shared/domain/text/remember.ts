/**
 * Caches the results of `find` by thing and view, for as long as both exist: filling messages describes the same signals
 * many times. `beside`: all else that it depends on.
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

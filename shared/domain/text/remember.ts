/**
 * Keeps what is told of a thing in a view, for as long as both are there: to fill messages, the same signals are told again
 * and again. `beside`: all else that it depends on.
 */
export function remember<Found>() {
  const views = new WeakMap<object, WeakMap<object, Map<string, Found>>>();
  return (of: object, view: object, beside: string, find: () => Found): Found => {
    const known = views.get(view) ?? new WeakMap<object, Map<string, Found>>();
    views.set(view, known);
    const own = known.get(of) ?? new Map<string, Found>();
    known.set(of, own);
    const found = own.has(beside) ? (own.get(beside) as Found) : find();
    own.set(beside, found);
    return found;
  };
}

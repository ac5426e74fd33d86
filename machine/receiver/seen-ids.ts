/** Returns a function that says whether an id came before, and remembers it. Forgets the oldest beyond `capacity`. */
export function rememberIds(capacity: number): (id: string) => boolean {
  const ids = new Set<string>();
  return (id) => {
    if (ids.has(id)) return true;
    ids.add(id);
    const [oldest] = ids;
    if (ids.size > capacity && oldest !== undefined) ids.delete(oldest);
    return false;
  };
}

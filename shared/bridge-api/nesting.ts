/** Whether lists and objects lie in each other more than so many levels deep. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

/** A copy whose lists and objects below so many levels are null. */
export function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((inner) => cutBelow(inner, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cutBelow(inner, levels - 1)]),
  );
}

/** The candidate that differs from `word` in the fewest letters, at most two, or a third of a short word. Null if none does. */
export function findNearest(word: string, candidates: readonly string[]): string | null {
  const reach = Math.min(2, Math.max(1, Math.floor(word.length / 3)));
  const near = candidates
    .filter(({ length }) => Math.abs(length - word.length) <= reach)
    .map((name) => ({ name, edits: countEdits(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  return near.find(({ edits }) => edits <= reach)?.name ?? null;
}

/** Levenshtein distance, two rows at a time. */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

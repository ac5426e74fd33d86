/** A candidate may differ in two letters at most, or in a third of a short word. Null if none is so near. */
export function findNearest(word: string, candidates: readonly string[]): string | null {
  const reach = Math.min(2, Math.max(1, Math.floor(word.length / 3)));
  const near = candidates
    .filter(({ length }) => Math.abs(length - word.length) <= reach)
    .map((name) => ({ name, edits: countEdits(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  return near.find(({ edits }) => edits <= reach)?.name ?? null;
}

/** Levenshtein distance in which two neighbours that changed places are one edit, three rows at a time. */
function countEdits(from: string, to: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = !isSame && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const replaced = (previous[column - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : replaced;
      current.push(Math.min(replaced, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    [before, previous] = [previous, current];
  }
  return previous[to.length] ?? 0;
}

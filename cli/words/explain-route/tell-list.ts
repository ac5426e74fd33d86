const mostNamed = 5;

/** `a`, `a and b`, `a, b and c`. */
export function tellList(parts: readonly string[], word = 'and'): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** The first of many, and how many more there are. */
export function shortList(values: readonly string[], word: string): string {
  if (values.length <= mostNamed + 1) return tellList(values, word);
  return tellList([...values.slice(0, mostNamed), `${values.length - mostNamed} more`], word);
}

/** `the buyer X`, or `the buyers X and Y`. */
export function tellChoice(one: string, several: string, values: readonly string[]): string {
  return `${values.length === 1 ? one : several} ${shortList(values, 'or')}`;
}

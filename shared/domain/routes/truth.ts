/** Kleene's logic of three values; null: not known. */
export type Truth = boolean | null;

export function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

/** Unknown values don't matter once one is false. True for none. */
export function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

/** Unknown values don't matter once one is true. False for none. */
export function anyOf(truths: readonly Truth[]): Truth {
  return not(allOf(truths.map(not)));
}

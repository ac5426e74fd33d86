/** Kleene's logic of three values; null: not known. */
export type Truth = boolean | null;

export function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

/** False as soon as one is false, whatever is not known. Of none: true. */
export function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

/** True as soon as one is true, whatever is not known. Of none: false. */
export function anyOf(truths: readonly Truth[]): Truth {
  return not(allOf(truths.map(not)));
}

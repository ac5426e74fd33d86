/** What the service is asked for. `newest rows`: those of a bridge by their last change. */
export type Operation = 'list' | 'hotness' | 'rows' | 'newest rows' | 'summary' | 'columns';

export interface Call {
  readonly operation: Operation;
  /** The buyer's or the bridge's. */
  readonly id: string;
}

/** Calls that are answered otherwise for a while: one part of the service fails, or all of it. */
export interface AnswerRule {
  /** @default every operation */
  readonly operations?: readonly Operation[];
  /** Buyers or bridges. @default all */
  readonly ids?: readonly string[];
  /** A status, or a 200: `empty` with a list of nothing, `garbage` with no JSON. `cut` and `timeout` have no answer. */
  readonly answer: number | 'empty' | 'garbage' | 'cut' | 'timeout';
  /** `Retry-After`, in seconds. */
  readonly retryAfter?: number;
  readonly from: number;
  /** Infinity where it lasts for good. */
  readonly until: number;
}

interface Ruled {
  readonly answers: readonly AnswerRule[];
}

export const lists = ['list', 'hotness'] as const;
export const allRows = ['rows', 'newest rows'] as const;

/** Every rule that calls like this one meet at some time. */
export function rulesOf({ answers }: Ruled, { operation, id }: Call): readonly AnswerRule[] {
  return answers.filter(({ operations, ids }) => {
    return (operations?.includes(operation) ?? true) && (ids?.includes(id) ?? true);
  });
}

export function ruleAt(plan: Ruled, call: Call, at: number): AnswerRule | undefined {
  return rulesOf(plan, call).find(({ from, until }) => from <= at && at < until);
}

/** Whether a list looks empty to those who trust its answer. */
export function hides({ answer }: AnswerRule): boolean {
  return answer === 'empty' || answer === 404;
}

/** The time from which calls really show what they had to show at `at`. */
export function shownFrom(plan: Ruled, call: Call, at: number): number {
  const rule = ruleAt(plan, call, at);
  return rule !== undefined && hides(rule) ? shownFrom(plan, call, rule.until) : at;
}

/** Until when all lists looked empty at the first start; null where some list did not. */
export function emptyAtFirst({ answers, start }: Ruled & { readonly start: number }): number | null {
  const rule = answers.find((one) => isForLists(one) && hides(one) && one.from <= start && start < one.until);
  return rule?.until ?? null;
}

export function isForLists({ operations, ids }: AnswerRule): boolean {
  return ids === undefined && (operations?.includes('list') ?? true);
}

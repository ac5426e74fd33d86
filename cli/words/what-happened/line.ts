/** A step of the pipeline, as the page shows it. */
export type Step = 'plan' | 'poll' | 'record' | 'freeze' | 'deliver';

export type Tone = 'quiet' | 'plain' | 'hot' | 'good' | 'warn' | 'bad';

/** A line of the page's feed. */
export interface LineText {
  readonly tone: Tone;
  readonly title: string;
  readonly detail: string | null;
  /** ISO 8601: the browser writes it in the reader's own time zone. */
  readonly nextAttemptAt?: string | null;
}

/** One line for all observations with the same key; `write` gets their number. */
export interface FoldedLine {
  readonly foldKey: string;
  /** How many lines back that line may be. @default 8: a much later repeat gets a new line */
  readonly foldWithin?: number;
  readonly write: (count: number) => LineText;
}

/** Repeats of the same failure share one line, which counts them. */
export function failureLine(step: Step, title: string, problem: string): FoldedLine {
  return {
    foldKey: `${step} ${problem}`,
    write: (count) => badLine(count > 1 ? `${title} (${count} times)` : title, problem),
  };
}

export function badLine(title: string, detail: string): LineText {
  return { tone: 'bad', title, detail };
}

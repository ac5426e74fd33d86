/** A step of a signal's way, as the page draws them. */
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

/** A line that stands for all that happened under its key: `write` takes how often that was. */
export interface FoldedLine {
  readonly foldKey: string;
  /** How many lines back that line may stand. @default 8: what happens again much later is news again */
  readonly foldWithin?: number;
  readonly write: (count: number) => LineText;
}

/** The same trouble again is one line that counts. */
export function failureLine(step: Step, title: string, problem: string): FoldedLine {
  return {
    foldKey: `${step} ${problem}`,
    write: (count) => badLine(count > 1 ? `${title} (${count} times)` : title, problem),
  };
}

export function badLine(title: string, detail: string): LineText {
  return { tone: 'bad', title, detail };
}

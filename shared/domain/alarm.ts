/** What a change of an alarm says to a person. */
export interface AlarmNotice {
  /** The same for every try to tell it. */
  readonly id: string;
  readonly stage: string;
  /** The alarm's own name, by which it is found in CloudWatch. */
  readonly alarm: string;
  readonly state: 'ALARM' | 'OK';
  /** Its heading in the runbook, or its name where it has none. */
  readonly heading: string;
  /** A sentence on what goes wrong for whom. */
  readonly impact: string;
  /** The heading's https address; null where nobody said where the runbook is. */
  readonly runbookUrl: string | null;
  /** ISO 8601. */
  readonly since: string;
  /** The figures that crossed the threshold, in CloudWatch's words. */
  readonly figures: string;
}

const runbookMark = '\nRunbook: ';

/** An alarm's description carries all that a message needs, so that the function which tells it knows no alarm. */
export function describeAlarm(impact: string, heading: string): string {
  return `${impact}${runbookMark}${heading}`;
}

/** The parts of `describeAlarm`; of a description that someone else wrote, all is the impact. */
export function readDescription(description: string): {
  readonly impact: string;
  readonly heading: string | null;
} {
  const mark = description.lastIndexOf(runbookMark);
  if (mark < 0) return { impact: description, heading: null };
  return { impact: description.slice(0, mark), heading: description.slice(mark + runbookMark.length).trim() };
}

/** A heading as the fragment of an address, as GitHub and GitLab make it: lower case, punctuation out, hyphens. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

import type { Finding } from './alert.ts';

/** The stage in the notices of one machine. No stage in the cloud has such a name. */
export const thisMachine = 'this machine';

/** Figures of an alarm of CloudWatch are in its words. */
export interface AlarmNotice extends Finding {
  readonly id: string;
  readonly stage: string;
  readonly alarm: string;
  readonly state: 'ALARM' | 'OK';
  readonly heading: string;
  readonly impact: string;
  /** The heading's https address; null if the config has no `runbookUrl`. */
  readonly runbookUrl: string | null;
  /** ISO 8601. */
  readonly since: string;
}

const runbookMark = '\nRunbook: ';

/** An alarm's description holds all that its message needs, so that tell-alarm needs no list of alarms. */
export function describeAlarm(impact: string, heading: string): string {
  return `${impact}${runbookMark}${heading}`;
}

/** A description that `describeAlarm` did not join is all impact. */
export function readDescription(description: string) {
  const mark = description.lastIndexOf(runbookMark);
  if (mark < 0) return { impact: description, heading: null };
  return { impact: description.slice(0, mark), heading: description.slice(mark + runbookMark.length).trim() };
}

/** GitHub and GitLab write a heading as a URL fragment so: lower case, no punctuation, hyphens. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

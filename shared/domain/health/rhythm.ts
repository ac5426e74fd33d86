import { parseDuration } from '../duration.ts';

export interface Rhythm {
  readonly everyMs: number;
  readonly allEveryMs: number;
  /** A schedule or a lasting process ticks. Without one, all is judged as of the last run. */
  readonly isLasting: boolean;
}

export function rhythmOf(
  { every, allEvery }: { readonly every: string; readonly allEvery: string },
  isLasting: boolean,
): Rhythm {
  return { everyMs: parseDuration(every), allEveryMs: parseDuration(allEvery), isLasting };
}

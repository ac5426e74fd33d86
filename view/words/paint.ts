import { styleText } from 'node:util';

/** The words of `doctor` and `status` that say how things are. */
export type Tone = 'good' | 'warning' | 'bad' | 'none';

const colours = { good: 'green', warning: 'yellow', bad: 'red', none: 'dim' } as const;

/** The text in its colour on a terminal, unless `NO_COLOR` is set; the bare text in a pipe. */
export function paint(tone: Tone, text: string): string {
  return styleText(colours[tone], text, { stream: process.stdout });
}

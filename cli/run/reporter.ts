import type { Sentence } from '../../functions/observations/row.ts';

export interface ReporterOptions {
  /** The progress so far, in one line. */
  readonly progress: () => string;
  /** A pipe gets a line with its time for each event, as of a run without --once. */
  readonly lasting?: boolean;
  readonly stream?: NodeJS.WriteStream;
  readonly now?: () => number;
}

/** A pipe gets a progress line of a run with --once this often. */
const plainEveryMs = 5_000;
const terminalEveryMs = 100;

/** Reports progress on stderr: one changing line on a terminal, separate lines in a pipe. */
export function createReporter(options: ReporterOptions) {
  const { progress, lasting = false, stream = process.stderr, now = Date.now } = options;
  const terminal = stream.isTTY === true;
  const isLog = lasting && !terminal;
  let shown = '';
  let shownAt = now();

  const erase = (): void => {
    if (terminal && shown !== '') stream.write('\r\u001b[2K');
  };
  const show = (): void => {
    const line = progress();
    if (line === shown) return;
    erase();
    stream.write(terminal ? line.slice(0, Math.max((stream.columns ?? 80) - 1, 20)) : `${line}\n`);
    shown = line;
    shownAt = now();
  };
  const say = (line: string): void => {
    erase();
    shown = '';
    stream.write(isLog ? `${new Date(now()).toISOString()} ${line}\n` : `${line}\n`);
  };

  return {
    /** Shows the progress if it is time to. */
    progress(): void {
      if (!isLog && now() - shownAt >= (terminal ? terminalEveryMs : plainEveryMs)) show();
    },
    /** Says a sentence of a lasting run. On a terminal, the changing line shows the progress. */
    tell(sentence: string, tone: Sentence['tone']): void {
      if (isLog || tone !== 'progress') say(sentence);
    },
    say,
    /** Ends the changing line. */
    end(): void {
      if (!isLog) show();
      if (terminal && shown !== '') stream.write('\n');
      shown = '';
    },
  };
}

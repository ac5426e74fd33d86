import { systemClock } from '../../../shared/runtime/system.ts';

/** Shows the progress of a long command on stderr: one changing line on a terminal, a line every 5 s in a pipe. */
export interface Progress {
  /** One more is done. */
  step(): void;
  end(): void;
}

const terminalEveryMs = 100;
/** Shorter work needs no progress line. */
const plainEveryMs = 5_000;

/** `what` comes before the counts, as in `replayed 20 of 300`. */
export function createProgress(what: string, total: number): Progress {
  const stream = process.stderr;
  const terminal = stream.isTTY === true;
  let done = 0;
  let shownAt = systemClock.now();
  let shown = false;
  return {
    step() {
      done += 1;
      if (systemClock.now() - shownAt < (terminal ? terminalEveryMs : plainEveryMs)) return;
      stream.write(`${terminal ? '\r\u001b[2K' : ''}${what} ${done} of ${total}${terminal ? '' : '\n'}`);
      shownAt = systemClock.now();
      shown = true;
    },
    end() {
      if (terminal && shown) stream.write('\r\u001b[2K');
    },
  };
}

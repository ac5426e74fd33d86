import { systemClock } from '../../../shared/runtime/system.ts';

export type Progress = ReturnType<typeof createProgress>;

const terminalEveryMs = 100;
/** Shorter work needs no progress line. */
const plainEveryMs = 5_000;

/**
 * Shows the progress of a long command on stderr: one changing line on a terminal, a line every 5 s in a pipe. `what` comes
 * before the counts, as in `replayed 20 of 300`.
 */
export function createProgress(what: string, total: number) {
  const stream = process.stderr;
  const terminal = stream.isTTY === true;
  let done = 0;
  let shownAt = systemClock.now();
  let shown = false;
  return {
    /** One more is done. */
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

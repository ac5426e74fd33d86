import { systemClock } from '../../shared/runtime/system.ts';

/** Says on stderr how far a long command got: one line that changes on a terminal, in a pipe a line now and then. */
export interface Progress {
  /** One more is done. */
  step(): void;
  end(): void;
}

const terminalEveryMs = 100;
/** Shorter work needs no progress line. */
const plainEveryMs = 5_000;

/** `what` tells what is done to how many: `made due`. */
export function createProgress(
  what: string,
  total: number,
  stream: NodeJS.WriteStream = process.stderr,
): Progress {
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

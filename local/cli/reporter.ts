import type { Observation } from '../../shared/domain/observation.ts';

/** Says on stderr what happens: one line that changes on a terminal, plain lines in a pipe. */
export interface Reporter {
  observe(observation: Observation): void;
  /** A line of its own. */
  say(line: string): void;
  /** Ends the changing line. */
  end(): void;
}

export interface ReporterOptions {
  readonly quiet: boolean;
  readonly stream?: NodeJS.WriteStream;
  readonly now?: () => number;
}

/** So often a plain line in a pipe: a log of a long run stays short. */
const plainEveryMs = 5_000;
const terminalEveryMs = 100;

export function createReporter(options: ReporterOptions): Reporter {
  const stream = options.stream ?? process.stderr;
  const now = options.now ?? Date.now;
  const terminal = stream.isTTY === true;
  const seen = { due: 0, polled: 0, fresh: 0, frozen: 0, delivered: 0, failed: 0 };
  let shown = '';
  let shownAt = now();

  const erase = (): void => {
    if (terminal && shown !== '') stream.write('\r\u001b[2K');
  };
  const progress = (force: boolean): void => {
    if (options.quiet) return;
    const line = progressLine(seen);
    if (line === shown || (!force && now() - shownAt < (terminal ? terminalEveryMs : plainEveryMs))) return;
    erase();
    stream.write(terminal ? line.slice(0, Math.max((stream.columns ?? 80) - 1, 20)) : `${line}\n`);
    shown = line;
    shownAt = now();
  };

  return {
    observe(observation) {
      // A call upstream is not progress, and there are many of them.
      if (observation.kind === 'upstream-requested') return;
      count(seen, observation);
      progress(false);
    },
    say(line) {
      erase();
      shown = '';
      stream.write(`${line}\n`);
    },
    end() {
      progress(true);
      if (terminal && shown !== '') stream.write('\n');
      shown = '';
    },
  };
}

interface Seen {
  due: number;
  polled: number;
  fresh: number;
  frozen: number;
  delivered: number;
  failed: number;
}

function count(seen: Seen, observation: Observation): void {
  switch (observation.kind) {
    case 'polls-planned':
      seen.due += observation.buyers;
      break;
    case 'buyer-polled':
      seen.polled += 1;
      break;
    case 'signal-recorded':
      seen.fresh += 1;
      break;
    case 'digest-frozen':
      seen.frozen += 1;
      break;
    case 'digest-attempted':
      if (observation.outcome === 'delivered') seen.delivered += 1;
      else seen.failed += 1;
      break;
    case 'polls-cut-short':
      seen.failed += observation.buyers;
      break;
    case 'poll-failed':
    case 'plan-failed':
    case 'summary-failed':
    case 'message-failed':
    case 'function-failed':
      seen.failed += 1;
      break;
    default:
  }
}

function progressLine(seen: Seen): string {
  const parts = [
    `polled ${seen.polled} of ${seen.due} buyers`,
    `${seen.fresh} new signals`,
    seen.frozen > seen.delivered
      ? `${seen.delivered} of ${seen.frozen} digests delivered`
      : `${seen.delivered} digests delivered`,
  ];
  if (seen.failed > 0) parts.push(`${seen.failed} failures`);
  return parts.join(' · ');
}

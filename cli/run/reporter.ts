import { createCounts } from '../../shared/domain/count-observation.ts';
import { counted } from '../../shared/domain/counted.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { tell } from '../words/what-happened.ts';

/** Reports progress on stderr: one changing line on a terminal, separate lines in a pipe. */
export interface Reporter {
  observe(observation: Observation): void;
  /** A line of its own. */
  say(line: string): void;
  /** Ends the changing line. */
  end(): void;
}

export interface ReporterOptions {
  /** For a run without --once: a pipe gets a line with its time for each event. */
  readonly lasting?: boolean;
  readonly stream?: NodeJS.WriteStream;
  readonly now?: () => number;
}

/** How often a pipe gets a progress line of a run with --once. */
const plainEveryMs = 5_000;
const terminalEveryMs = 100;

export function createReporter({
  lasting = false,
  stream = process.stderr,
  now = Date.now,
}: ReporterOptions = {}): Reporter {
  const terminal = stream.isTTY === true;
  const isLog = lasting && !terminal;
  const seen = createSeen();
  let shown = '';
  let shownAt = now();

  const erase = (): void => {
    if (terminal && shown !== '') stream.write('\r\u001b[2K');
  };
  const progress = (force: boolean): void => {
    if (!force && now() - shownAt < (terminal ? terminalEveryMs : plainEveryMs)) return;
    const line = progressLine(seen, lasting);
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
    observe(observation) {
      // Calls to the API are frequent, and none is progress.
      if (observation.kind === 'upstream-requested') return;
      if (isLog) {
        const line = tell(observation).log();
        if (line !== null) say(line);
        return;
      }
      count(seen, observation);
      progress(false);
    },
    say,
    end() {
      if (!isLog) progress(true);
      if (terminal && shown !== '') stream.write('\n');
      shown = '';
    },
  };
}

function createSeen() {
  return { counts: createCounts(), polled: new Set<string>(), named: new Set<string>() };
}

type Seen = ReturnType<typeof createSeen>;

function count({ counts, polled, named }: Seen, observation: Observation): void {
  counts.add(observation);
  if (observation.kind === 'buyer-polled') polled.add(observation.buyerId);
  if (observation.kind === 'buyer-polled' || observation.kind === 'poll-failed')
    named.add(observation.buyerId);
  if (observation.kind === 'polls-cut-short') for (const buyerId of observation.buyerIds) named.add(buyerId);
}

/** Each buyer counts once, even if a later round or an `invoke` without a plan polls it again. */
function progressLine({ counts, polled, named }: Seen, lasting: boolean): string {
  const all = Math.max(counts.of('buyersDue'), named.size);
  const frozen = counts.of('digestsFrozen');
  const delivered = counts.of('digestsDelivered');
  const parts = [
    lasting ? `polled ${counted(polled.size, 'buyer')}` : `polled ${polled.size} of ${counted(all, 'buyer')}`,
    counted(counts.of('signalsRecorded'), 'new signal'),
    frozen > delivered
      ? `${delivered} of ${counted(frozen, 'digest')} delivered`
      : `${counted(delivered, 'digest')} delivered`,
  ];
  if (counts.of('failures') > 0) parts.push(counted(counts.of('failures'), 'failure'));
  return parts.join(' · ');
}

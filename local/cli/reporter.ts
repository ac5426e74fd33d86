import { counted } from '../../shared/domain/counted.ts';
import type { Observation } from '../../shared/domain/observation.ts';

/** Says on stderr what happens: one line that changes on a terminal, lines in a pipe. */
export interface Reporter {
  observe(observation: Observation): void;
  /** A line of its own. */
  say(line: string): void;
  /** Ends the changing line. */
  end(): void;
}

export interface ReporterOptions {
  /** Of a run that goes on: what is written to a pipe are lines on what happened, each with its time, at once. */
  readonly lasting?: boolean;
  readonly stream?: NodeJS.WriteStream;
  readonly now?: () => number;
}

/** So often a plain line in a pipe tells how far a run that ends has come. */
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
    const line = progressLine(seen, lasting);
    if (line === shown || (!force && now() - shownAt < (terminal ? terminalEveryMs : plainEveryMs))) return;
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
      // A call upstream is not progress, and there are many of them.
      if (observation.kind === 'upstream-requested') return;
      if (isLog) {
        const line = tellEvent(observation);
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

/** What went well; failures are told by who counts them, once in a round. */
function tellEvent(observation: Observation): string | null {
  switch (observation.kind) {
    case 'polls-planned':
      return observation.buyers === 0 ? null : `polling ${counted(observation.buyers, 'buyer')}`;
    case 'buyer-polled':
      return observation.recorded === 0
        ? null
        : `buyer ${observation.buyerId}: ${counted(observation.recorded, 'signal')} recorded`;
    case 'digest-frozen':
      return `route ${observation.routeId}: digest created with ${counted(observation.signals, 'signal')} (${observation.digestId})`;
    case 'heartbeat-frozen':
      return `route ${observation.routeId}: heartbeat created (${observation.digestId})`;
    case 'digest-attempted':
      return observation.outcome === 'delivered'
        ? `route ${observation.routeId}: delivered (${observation.digestId})`
        : null;
    default:
      return null;
  }
}

function createSeen() {
  return {
    due: 0,
    polled: new Set<string>(),
    named: new Set<string>(),
    fresh: 0,
    frozen: 0,
    delivered: 0,
    failed: 0,
  };
}

type Seen = ReturnType<typeof createSeen>;

function count(seen: Seen, observation: Observation): void {
  switch (observation.kind) {
    case 'polls-planned':
      seen.due += observation.buyers;
      break;
    case 'buyer-polled':
      seen.polled.add(observation.buyerId);
      seen.named.add(observation.buyerId);
      break;
    case 'signal-recorded':
      seen.fresh += 1;
      break;
    case 'digest-frozen':
    case 'heartbeat-frozen':
      seen.frozen += 1;
      break;
    case 'digest-attempted':
      if (observation.outcome === 'delivered') seen.delivered += 1;
      else seen.failed += 1;
      break;
    case 'polls-cut-short':
      for (const buyerId of observation.buyerIds) seen.named.add(buyerId);
      seen.failed += observation.buyers;
      break;
    case 'poll-failed':
      seen.named.add(observation.buyerId);
      seen.failed += 1;
      break;
    case 'plan-failed':
    case 'summary-failed':
    case 'message-failed':
    case 'function-failed':
      seen.failed += 1;
      break;
    default:
  }
}

/** A buyer may be polled twice, by hand without a plan, or again in a later round: each counts once. */
function progressLine(seen: Seen, lasting: boolean): string {
  const all = Math.max(seen.due, seen.named.size);
  const parts = [
    lasting
      ? `polled ${counted(seen.polled.size, 'buyer')}`
      : `polled ${seen.polled.size} of ${counted(all, 'buyer')}`,
    counted(seen.fresh, 'new signal'),
    seen.frozen > seen.delivered
      ? `${seen.delivered} of ${counted(seen.frozen, 'digest')} delivered`
      : `${counted(seen.delivered, 'digest')} delivered`,
  ];
  if (seen.failed > 0) parts.push(counted(seen.failed, 'failure'));
  return parts.join(' · ');
}

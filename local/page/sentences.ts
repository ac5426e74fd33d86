import { counted } from '../../shared/domain/counted.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import type { LineText, Tone } from './view-model.ts';

type Of<Kind extends Observation['kind']> = Extract<Observation, { kind: Kind }>;

/** The line of a signal that is new and will be sent. */
export function signalLine(signal: Of<'signal-recorded'>): LineText {
  const routes = signal.routes.length === 0 ? 'no route wants it' : `to ${signal.routes.join(', ')}`;
  const parts = [signal.buyerName, signal.bridgeName, routes];
  if (signal.onlyDeep) parts.push('found by the deep scan');
  return {
    tone: signal.hot ? 'hot' : 'plain',
    title: signal.name ?? 'A signal without a name',
    detail: parts.filter((part) => part !== null).join(' · '),
  };
}

export function frozenLine(digest: Of<'digest-frozen'>): LineText {
  const part = digest.part > 1 ? ` · part ${digest.part}` : '';
  return {
    tone: 'plain',
    title: `Digest frozen for ${digest.routeId}`,
    detail: `${counted(digest.signals, 'signal')} · ${kilobytes(digest.bytes)}${part}`,
  };
}

export function heartbeatLine({ routeId, bytes }: Of<'heartbeat-frozen'>): LineText {
  return { tone: 'quiet', title: `Heartbeat frozen for ${routeId}`, detail: kilobytes(bytes) };
}

const attemptWords: Readonly<Record<Of<'digest-attempted'>['outcome'], { tone: Tone; said: string }>> = {
  delivered: { tone: 'good', said: 'Delivered to' },
  retry: { tone: 'warn', said: 'Not delivered yet to' },
  gone: { tone: 'bad', said: 'The destination is gone:' },
  dead: { tone: 'bad', said: 'Kept as a dead letter:' },
};

export function attemptLine(attempt: Of<'digest-attempted'>): LineText {
  const { tone, said } = attemptWords[attempt.outcome];
  const parts = [`attempt ${attempt.attempt}`, attempt.reason];
  if (attempt.ambiguous) parts.push('it may have arrived');
  return {
    tone,
    title: `${said} ${attempt.routeId}`,
    detail: parts.join(' · '),
    nextAttemptAt: attempt.nextAttemptAt,
  };
}

export function rewrittenLine({ routeId, attempt, reason }: Of<'digest-rewritten'>): LineText {
  return {
    tone: 'warn',
    title: `Sent again as plain text to ${routeId}`,
    detail: `attempt ${attempt} · ${reason}`,
  };
}

export function setAsideLine({ routeId, fate, signals }: Of<'signals-set-aside'>): LineText {
  const held = fate === 'held';
  return {
    tone: 'warn',
    title: `${counted(signals, 'signal')} ${held ? 'held back' : 'dropped'} for ${routeId}`,
    detail: held
      ? `more than its flood rule takes; signalpost release ${routeId} sends them`
      : 'more than its flood rule takes',
  };
}

export function damagedLine({ routeId, signalIds }: Of<'signals-damaged'>): LineText {
  const title = `${counted(signalIds.length, 'signal')} for ${routeId} can't be read from the ledger`;
  return failureLine(title, 'the digest counts them, and says nothing else of them');
}

export function missedLine(buyerName: string): LineText {
  return {
    tone: 'warn',
    title: `No row announced a new signal of ${buyerName}`,
    detail: 'so each buyer is polled at every round, for a day or more',
  };
}

const summaryWords: Readonly<Record<Of<'summary-fetched'>['result'], string>> = {
  ready: 'ready',
  pending: 'still being generated',
  none: 'none to be had',
};

export function summaryLine(result: Of<'summary-fetched'>['result'], count: number): LineText {
  const noun = count === 1 ? 'Summary' : `${count} summaries`;
  return { tone: 'quiet', title: `${noun} of hot buyers: ${summaryWords[result]}`, detail: null };
}

export function failureLine(title: string, problem: string, count = 1): LineText {
  return { tone: 'bad', title: count > 1 ? `${title} (${count} times)` : title, detail: problem };
}

/** `8.4 kB`: decimal kilobytes, one place. */
export function kilobytes(bytes: number): string {
  return bytes < 1_000 ? counted(bytes, 'byte') : `${(bytes / 1_000).toFixed(1)} kB`;
}

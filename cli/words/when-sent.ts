import { counted } from '../../shared/domain/counted.ts';
import { type QuietRoute, quietUntil } from '../../shared/domain/routes/quiet.ts';
import { tellTime } from '../../shared/domain/tell-time.ts';

/** The sender of digests that were made due. */
export interface Sending {
  readonly stage?: string | undefined;
  /** On one machine: whether a process runs on the state. */
  readonly isRunning: boolean;
}

/** Whether nothing is sent until somebody starts a run. */
export function isAlone({ stage, isRunning }: Sending): boolean {
  return stage === undefined && !isRunning;
}

/** `2 digests are due; the next run sends them` */
export function tellMadeDue(
  count: number,
  due: 'due' | 'due again',
  route: QuietRoute,
  sending: Sending,
  now: number,
): string {
  return `${counted(count, 'digest')} ${count === 1 ? 'is' : 'are'} ${due}; ${whenSent(count, route, sending, now)}`;
}

/**
 * When due digests go out: a stage sweeps each minute, a process that runs here notices them at once, and without a
 * process they wait for the next run. In its quiet hours a route sends nothing.
 */
function whenSent(count: number, route: QuietRoute, { stage, isRunning }: Sending, now: number): string {
  const it = count === 1 ? 'it' : 'them';
  const quietEnd = quietUntil(route, now);
  if (quietEnd !== null) {
    const quiet = `the route is quiet until ${tellTime(quietEnd)}`;
    const sender = stage ?? (isRunning ? 'the running process' : null);
    return sender === null
      ? `${quiet}, and the first run after that sends ${it}`
      : `${quiet}, and ${sender} sends ${it} then`;
  }
  if (isRunning) return `the running process sends ${it} now`;
  return stage === undefined ? `the next run sends ${it}` : `${stage} sends ${it} within a minute`;
}

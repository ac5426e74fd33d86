import { counted } from '../../shared/domain/counted.ts';
import { type QuietRoute, quietUntil } from '../../shared/domain/routes/quiet.ts';
import { tellTime } from '../../shared/domain/tell-time.ts';

/** The sender of digests that were made due. */
export interface Sending {
  readonly stage?: string | undefined;
  /** On one machine: the process that runs on the state; null if none does. */
  readonly runner: { readonly pid: number | null } | null;
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
function whenSent(count: number, route: QuietRoute, { stage, runner }: Sending, now: number): string {
  const it = count === 1 ? 'it' : 'them';
  const quietEnd = quietUntil(route, now);
  if (quietEnd !== null) {
    const quiet = `the route is quiet until ${tellTime(quietEnd)}`;
    if (stage === undefined && runner === null) return `${quiet}, and the first run after that sends ${it}`;
    return `${quiet}, and ${stage ?? (runner && tellRunner(runner))} sends ${it} then`;
  }
  if (runner !== null) return `${tellRunner(runner)} sends ${it} now`;
  return stage === undefined ? `the next run sends ${it}` : `${stage} sends ${it} within a minute`;
}

function tellRunner({ pid }: NonNullable<Sending['runner']>): string {
  return pid === null ? 'the running process' : `the running process ${pid}`;
}

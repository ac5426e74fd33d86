import { counted, grouped } from '../../shared/domain/counted.ts';
import { tellTime, tellWhen } from '../../shared/domain/tell-time.ts';
import type { RouteSummary, StatusReport } from './status-report.ts';

/** Lines for a terminal. */
export function tellStatus(report: StatusReport): string[] {
  const now = Date.parse(report.at);
  const when = (time: string | null): string =>
    time === null ? 'none yet' : tellWhen(Date.parse(time), now);
  const lines = [
    `${report.stage === null ? 'this machine' : `stage ${report.stage}`}, ${tellTime(now)}`,
    `  last tick         ${when(report.lastTickAt)}`,
    `  last new signal   ${when(report.lastNewSignalAt)}`,
    `  buyers known      ${grouped(report.buyersKnown)}`,
    `  the API           ${tellApi(report.api, now)}`,
  ];
  if (report.runner !== null) lines.push(`  running           ${tellRunner(report.runner)}`);
  const { summariesPausedUntil } = report.api;
  if (summariesPausedUntil !== null)
    lines.push(`  summaries         paused, next try ${when(summariesPausedUntil)}`);
  if (report.queues !== null) lines.push(`  queues            ${tellQueues(report.queues)}`);
  for (const route of report.routes) lines.push(`  ${tellSummary(route, now)}`);
  if (report.needs.length > 0) lines.push('Needs attention:', ...report.needs.map((need) => `  ${need}`));
  else lines.push(report.lastTickAt === null ? 'Nothing has run here yet.' : 'All is well.');
  return lines;
}

function tellApi({ callsPerSecond, pausedUntil, pauseReason }: StatusReport['api'], now: number): string {
  if (pausedUntil === null) return `at most ${callsPerSecond} calls a second`;
  const why =
    pauseReason === 'rejected' ? 'it rejected the access token' : 'more than half of the calls failed';
  return `paused: ${why}; next try ${tellWhen(Date.parse(pausedUntil), now)}`;
}

function tellQueues(queues: NonNullable<StatusReport['queues']>): string {
  const busy = queues.flatMap(({ name, waiting, inFlight, deadLetters }) => {
    const parts = [
      waiting > 0 && `${waiting} waiting`,
      inFlight > 0 && `${inFlight} in flight`,
      deadLetters > 0 && counted(deadLetters, 'dead letter'),
    ].filter((part) => part !== false);
    return parts.length === 0 ? [] : [`${name}: ${parts.join(', ')}`];
  });
  return busy.length === 0 ? 'empty' : busy.join(' · ');
}

function tellSummary(route: RouteSummary, now: number): string {
  const { id, to, state, oldestPendingAt } = route;
  const parts = [
    route.signalsWaiting > 0 && `${counted(route.signalsWaiting, 'signal')} waiting`,
    route.muted.length > 0 && `${route.muted.reduce((sum, { signals }) => sum + signals, 0)} of them muted`,
    route.digestsWaiting > 0 && `${counted(route.digestsWaiting, 'digest')} waiting`,
    route.digestsKept + route.digestsMisplaced > 0 && `${route.digestsKept + route.digestsMisplaced} kept`,
    route.digestsDead > 0 && `${route.digestsDead} failed for good`,
    route.signalsHeld > 0 && `${counted(route.signalsHeld, 'signal')} held back`,
    oldestPendingAt !== null && `the oldest from ${tellWhen(Date.parse(oldestPendingAt), now)}`,
  ].filter((part) => part !== false);
  const pending = parts.length === 0 ? 'nothing is pending' : parts.join(', ');
  return `${id} (${to ?? 'not in the config'}): ${state === 'ENABLED' ? '' : 'disabled, '}${pending}`;
}

function tellRunner({ pid }: NonNullable<StatusReport['runner']>): string {
  return pid === null ? 'another process' : `process ${pid}`;
}

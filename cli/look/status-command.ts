import type { Command } from 'commander';
import { counted, grouped } from '../../shared/domain/counted.ts';
import { tellTime, tellWhen } from '../../shared/domain/tell-time.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import type { DeployedStage } from '../aws/find-stage.ts';
import type { QueueDepth } from '../aws/queue-depths.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { withLedger } from '../with-ledger.ts';
import { describeRoutes } from '../words/route-row.ts';
import { findNeeds } from './find-needs.ts';
import { reportStatus, type StatusReport } from './report-status.ts';

export function addStatusCommand(program: Command): void {
  addPlaceOptions(program.command('status'))
    .description(
      'show health: the last tick, the last new signal, the backlog; exit with 1 when something needs attention',
    )
    .action(showStatus);
}

async function showStatus(options: PlaceOptions): Promise<void> {
  await withLedger(options, async ({ ledger, stage, isRunning, readConfig }) => {
    const config = await readConfig();
    const queues = stage === null ? null : await readQueues(stage.stage);
    const now = systemClock.now();
    const rows = await describeRoutes(ledger, config.routes, now);
    const place = { stage: options.stage ?? null, running: stage === null ? isRunning : null, queues };
    const report = await reportStatus(ledger, config, rows, place, now);
    const needs = findNeeds(report, rows, config);
    if (options.json) console.log(JSON.stringify({ ...report, needs }));
    else for (const line of tellStatus(report, needs, now)) console.log(line);
    if (needs.length > 0) process.exitCode = 1;
  });
}

async function readQueues(stage: DeployedStage): Promise<QueueDepth[]> {
  const { readQueueDepths } = await import('../aws/queue-depths.ts');
  return readQueueDepths(stage);
}

/** Lines for a terminal. */
function tellStatus(report: StatusReport, needs: readonly string[], now: number): string[] {
  const when = (time: string | null): string =>
    time === null ? 'none yet' : tellWhen(Date.parse(time), now);
  const lines = [
    `${report.stage === null ? 'this machine' : `stage ${report.stage}`}, ${tellTime(now)}`,
    `  last tick         ${when(report.lastTickAt)}`,
    `  last new signal   ${when(report.lastNewSignalAt)}`,
    `  buyers known      ${grouped(report.buyersKnown)}`,
    `  the API           ${tellApi(report.api, now)}`,
  ];
  if (report.running) lines.push('  running           another process');
  const { summariesPausedUntil } = report.api;
  if (summariesPausedUntil !== null)
    lines.push(`  summaries         paused, next try ${when(summariesPausedUntil)}`);
  if (report.queues !== null) lines.push(`  queues            ${tellQueues(report.queues)}`);
  for (const route of report.routes) lines.push(`  ${tellSummary(route, now)}`);
  if (needs.length > 0) lines.push('Needs attention:', ...needs.map((need) => `  ${need}`));
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

function tellSummary(route: StatusReport['routes'][number], now: number): string {
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

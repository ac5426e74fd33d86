import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { tellWhen } from '../../shared/domain/tell-time.ts';
import { atStage } from '../options.ts';
import { needsOf, tellNeed } from '../words/route-needs.ts';
import type { RouteRow } from '../words/route-row.ts';
import type { StatusReport } from './report-status.ts';

/** A stage needs attention after this many missed ticks: a single one is skipped now and then. */
const ticksMissed = 3;

/** A sentence for each thing that needs attention, with its fix. */
export function findNeeds(
  report: StatusReport,
  rows: readonly RouteRow[],
  config: SignalpostConfig,
): string[] {
  const at = atStage(report.stage === null ? {} : { stage: report.stage });
  return [
    ...needsOfPolling(report, config, at),
    ...needsOfUnread(report, at),
    ...rows.flatMap((row) => needsOf(row, Date.parse(report.at), at)).map(tellNeed),
    ...needsOfQueues(report),
  ];
}

function needsOfPolling(
  { stage, at: now, lastTickAt, api }: StatusReport,
  { watch, api: { token } }: SignalpostConfig,
  at: string,
): string[] {
  const needs: string[] = [];
  const lateMs = Date.parse(now) - (lastTickAt === null ? 0 : Date.parse(lastTickAt));
  // On one machine, polls run only while a command runs.
  if (stage !== null && lateMs > ticksMissed * parseDuration(watch.every)) {
    const what =
      lastTickAt === null
        ? `nothing was polled yet: the first tick comes within ${watch.every} of the deploy`
        : `polling has stopped: the last tick was ${tellWhen(Date.parse(lastTickAt), Date.parse(now))}`;
    needs.push(`${what}; to try it now: signalpost invoke plan-polls${at}`);
  }
  if (api.pauseReason === 'rejected') {
    const fix =
      stage === null
        ? `replace ${token.secret} in .env or the environment`
        : `signalpost secrets set ${token.secret}${at}`;
    needs.push(`the API rejected the access token: ${fix}`);
  }
  return needs;
}

const mostNamed = 3;

function needsOfUnread(
  { stage, at: now, buyersRefused, buyersNotFound }: StatusReport,
  at: string,
): string[] {
  const needs: string[] = [];
  if (buyersRefused.length > 0) {
    const named = buyersRefused.map(
      ({ buyerId, nextTryAt }) => `${buyerId} (next try ${tellWhen(Date.parse(nextTryAt), Date.parse(now))})`,
    );
    const tryNow = stage === null ? 'signalpost run --once' : `signalpost invoke plan-polls${at}`;
    needs.push(
      `the API refuses the list of ${counted(named.length, 'buyer')} (403): ${tellFirst(named)}; let the token read them, or remove them from watch; to try now: ${tryNow}`,
    );
  }
  if (buyersNotFound.length > 0) {
    const what = `the API has not found ${counted(buyersNotFound.length, 'buyer')} (404): ${tellFirst(buyersNotFound)}`;
    needs.push(`${what}; check api.baseUrl, and the ids in watch.buyers`);
  }
  return needs;
}

function tellFirst(names: readonly string[]): string {
  const more = names.length > mostNamed ? [`${names.length - mostNamed} more`] : [];
  return [...names.slice(0, mostNamed), ...more].join(', ');
}

function needsOfQueues({ queues }: Pick<StatusReport, 'queues'>): string[] {
  return (queues ?? [])
    .filter(({ deadLetters }) => deadLetters > 0)
    .map(
      ({ name, deadLetters }) =>
        `queue ${name}: ${counted(deadLetters, 'dead letter')}; docs/runbook.md says how to redrive them`,
    );
}

import { type Command, Option } from 'commander';
import { counted, grouped } from '../../shared/domain/counted.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { rhythmOf } from '../../shared/domain/health/facts.ts';
import { judgeTicks } from '../../shared/domain/health/judge-reading.ts';
import { isPaused } from '../../shared/domain/routes/pause.ts';
import { formatTime, formatWhen } from '../../shared/domain/times/format-time.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { describeDelays } from '../../view/health/describe-muted.ts';
import { describeUnproven, findNeeds, type Health, readHealth } from '../../view/health/health.ts';
import { needsOf } from '../../view/health/route-needs.ts';
import { type RouteStatus, readRoutes, reportRoute, sortDigests } from '../../view/health/route-status.ts';
import { describeWeek } from '../../view/lookup/week.ts';
import { describeDigest } from '../../view/words/describe-digest.ts';
import { describeHot } from '../../view/words/describe-hot.ts';
import { paint } from '../../view/words/paint.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { type ChosenLedger, checkIsKnown, withLedger } from '../open/with-ledger.ts';
import { describeAwaited, describeUnsent } from './describe-unsent.ts';

type StatusOptions = PlaceOptions & { readonly tick?: boolean; readonly hot?: boolean };

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('status'))
    .description(
      'show health, what each route does and what waits for it; exit with 1 when something needs attention',
    )
    .argument('[route]', "a route's id, also of a removed route: list its signals and undelivered digests")
    .addOption(
      new Option(
        '--tick',
        'show the last tick, a run of the poll schedule, only; exit with 1 when it is late',
      ).conflicts('json'),
    )
    .addOption(new Option('--hot', 'show what became of the signals of each rule of hot').conflicts('tick'))
    .action(showStatus);
}

/** Reads one item of the ledger only: a supervisor asks each minute. */
function showTick(options: PlaceOptions): Promise<void> {
  return withLedger(options, async ({ ledger, readConfig }) => {
    const now = systemClock.now();
    const [config, { tickAt }] = await Promise.all([readConfig(), ledger.polls.readNews(now)]);
    const late = judgeTicks(tickAt, rhythmOf(config.watch, true), now);
    if (late !== null) process.exitCode = 1;
    console.log(
      late ? describeUnproven(late, config, options) : `the last tick was ${formatWhen(tickAt ?? now, now)}`,
    );
  });
}

async function showHot(options: PlaceOptions): Promise<void> {
  const { judgeHotRules } = await import('../../view/lookup/judge-hot.ts');
  // Ten seconds for a hundred thousand signals, and longer of a stage.
  if (options.stage !== undefined || process.stderr.isTTY)
    console.error('Reading the signals and digests of 90 days…');
  const judge = async ({ ledger, readConfig }: ChosenLedger) =>
    judgeHotRules({ ledger, config: await readConfig(), now: systemClock.now() });
  const judged = await withLedger(options, judge, true);
  print(options, judged, describeHot(judged));
}

async function showStatus(id: string | undefined, options: StatusOptions): Promise<void> {
  const ofAll = options.tick ? '--tick' : options.hot ? '--hot' : null;
  if (ofAll !== null && id !== undefined)
    throw new ConfigurationError([
      `ROUTE: found ${JSON.stringify(id)} beside ${ofAll}, which is of all routes; leave one of them out`,
    ]);
  if (options.tick) return showTick(options);
  if (options.hot) return showHot(options);
  // Imported here: words for cron expressions load slowly, and a help text must not wait for them.
  const { explainRoute } = await import('../../view/words/explain-route.ts');
  await withLedger(options, async (chosen) => {
    const { ledger } = chosen;
    const config = await chosen.readConfig();
    if (id !== undefined) await checkIsKnown(ledger, config.routes, id);
    const now = systemClock.now();
    const [health, statuses, week] =
      id === undefined
        ? await Promise.all([
            readHealth(chosen, config, now),
            readRoutes(chosen, config.routes, now),
            describeWeek(ledger, now),
          ])
        : [null, await readRoutes(chosen, config.routes, now, [id]), []];
    const sentences = new Map(config.routes.map((route) => [route.id, explainRoute(route, config.routing)]));
    const needs = [
      ...(health === null ? [] : findNeeds(health, config, options)),
      ...statuses.flatMap((status) => needsOf(status, now, options).map(({ text }) => text)),
    ];
    if (needs.length > 0) process.exitCode = 1;
    const does = ({ routeId }: RouteStatus) => sentences.get(routeId) ?? null;
    const routes = statuses.map((status) => ({ ...reportRoute(status), does: does(status) }));
    print(options, { ...health, routes, needs }, [
      ...(health === null ? [] : describeHealth(health, now)),
      ...statuses.flatMap((status) => [formatRoute(status, now), ...indent([does(status) ?? []].flat())]),
      ...(health === null ? statuses.flatMap((status) => indent(describeBacklog(status, now))) : []),
      ...(week.length > 0 ? ['The last 7 days:'] : []),
      ...indent(week.map(({ about, text }) => `${about.padEnd(17)} ${text}`)),
      ...(needs.length > 0 ? [paint('bad', 'Needs attention:'), ...indent(needs)] : []),
      ...(health !== null && needs.length === 0 ? [describeWell(health)] : []),
    ]);
  });
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function describeWell({ proven, lastTickAt, buyersFailing, buyersKnown }: Health): string {
  if (2 * buyersFailing > buyersKnown)
    return `At the last try, the lists of ${buyersFailing} of ${counted(buyersKnown, 'buyer')} could not be read. They are asked again.`;
  if (proven !== null)
    return `${paint('good', 'All is well')}: ${proven} · nothing waits longer than its rules say`;
  return lastTickAt === null
    ? 'Nothing has run here yet.'
    : 'The service has listed no signal of any buyer yet.';
}

function describeHealth(health: Health, now: number): string[] {
  const when = (time: string | null): string =>
    time === null ? 'none yet' : formatWhen(Date.parse(time), now);
  const { summariesPausedUntil } = health.api;
  const { lastDay } = health;
  const until = health.awaited.until === null ? null : Date.parse(health.awaited.until);
  const awaited = describeAwaited({ ...health.awaited, until });
  const lines = [
    `${health.stage === null ? 'this machine' : `stage ${health.stage}`}, ${formatTime(now)}`,
    `  last poll         ${when(health.lastTickAt)}`,
    `  last new signal   ${when(health.lastNewSignalAt)}`,
    `  buyers known      ${grouped(health.buyersKnown)}`,
    `  the API           ${describeApi(health.api, now)}`,
    health.running && '  running           another process',
    health.running === false && '  running           nothing: what waits goes out with the next run',
    summariesPausedUntil !== null && `  summaries         paused, next try ${when(summariesPausedUntil)}`,
    lastDay.signals > 0 &&
      `  last 24 hours     ${counted(lastDay.signals, 'signal')} found${describeUnsent(lastDay.signals, lastDay.before + lastDay.untaken)}`,
    awaited !== null && `  waiting           ${awaited}`,
    ...health.names.notSeen.map((sentence) => `  names             ${sentence}`),
    health.takesCallsAt.length > 0 && `  takes calls at    ${health.takesCallsAt.join(', ')}`,
    health.queues !== null && `  queues            ${describeQueues(health.queues)}`,
    ...describeAlarms(health.alarms),
  ];
  return lines.filter((line) => typeof line === 'string');
}

function describeApi({ callsPerSecond, pausedUntil, pauseReason }: Health['api'], now: number): string {
  if (pausedUntil === null) {
    const most = callsPerSecond < 10 ? callsPerSecond : grouped(Math.round(callsPerSecond));
    return `at most ${most} calls a second`;
  }
  const why =
    pauseReason === 'rejected' ? 'it rejected the access token' : 'more than half of the calls failed';
  return `paused: ${why}; next try ${formatWhen(Date.parse(pausedUntil), now)}`;
}

function describeQueues({ work, deadLetters, missedTicks }: NonNullable<Health['queues']>): string {
  const busy = work.flatMap(({ name, waiting, inFlight }) => {
    const parts = [waiting > 0 && `${waiting} waiting`, inFlight > 0 && `${inFlight} in flight`];
    const told = parts.filter((part) => part !== false);
    return told.length === 0 ? [] : [`${name}: ${told.join(', ')}`];
  });
  if (deadLetters > 0) busy.push(counted(deadLetters, 'dead letter'));
  if (missedTicks > 0) busy.push(counted(missedTicks, 'missed poll'));
  return busy.length === 0 ? 'empty' : busy.join(' · ');
}

function describeAlarms({ toldTo, raised, untold }: Health['alarms']): string[] {
  const names = raised.map(({ heading, route }) => (route === null ? heading : `${heading} (${route})`));
  return [
    `  alarms            ${raised.length === 0 ? 'none' : names.join(', ')}${untold > 0 && toldTo !== null ? `; ${counted(untold, 'message')} not sent yet` : ''}`,
    `  told to           ${toldTo ?? 'nobody; alarms.to in the config names who is'}`,
  ];
}

/** `sales (slack): 3 signals waiting, 1 digest waiting, the oldest from 2 hours ago` */
function formatRoute(status: RouteStatus, now: number): string {
  const { routeId, to, state, waiting, muted, signalsHeld, oldestAt } = status;
  const digests = sortDigests(status);
  const kept = digests.kept.length + digests.misplaced.length;
  const parts = [
    waiting.signals > 0 && `${counted(waiting.signals, 'signal')} waiting`,
    muted.length > 0 && `${muted.reduce((sum, { signals }) => sum + signals, 0)} of them muted`,
    digests.waiting.length > 0 && `${counted(digests.waiting.length, 'digest')} waiting`,
    kept > 0 && `${counted(kept, 'digest')} waiting for the route`,
    digests.dead.length > 0 && `${counted(digests.dead.length, 'digest')} failed for good`,
    signalsHeld > 0 && `${counted(signalsHeld, 'signal')} held`,
    oldestAt !== null && `the oldest from ${formatWhen(oldestAt, now)}`,
  ].filter((part) => part !== false);
  const pending = parts.length === 0 ? 'nothing is pending' : parts.join(', ');
  const stopped = state === 'ENABLED' ? '' : `${isPaused(status) ? 'paused' : 'disabled'}, `;
  return `${routeId} (${to ?? 'not in the config'}): ${stopped}${pending}`;
}

/** The signals and the digests of one route. */
function describeBacklog(status: RouteStatus, now: number): string[] {
  const { signals, hot, oldestAt } = status.waiting;
  const lines = [
    oldestAt !== null &&
      `${counted(signals, 'signal')}${hot === 0 ? '' : ` (${hot} hot)`} for the next digest, the oldest from ${formatWhen(oldestAt, now)}`,
    ...describeDelays(status.waiting, status.muted),
    ...status.digests.map((digest) => describeDigest(digest, status.state, now)),
  ];
  return lines.filter((line) => typeof line === 'string');
}

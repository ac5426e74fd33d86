import { type Command, Option } from 'commander';
import { findUnseen } from '../../functions/lookups/find-unseen.ts';
import type { Observation } from '../../functions/observations/observation.ts';
import type { PlanPollsResult } from '../../functions/plan-polls/plan-polls.ts';
import { createTally, type RunCounts, type RunTally } from '../../machine/pipeline/count-run.ts';
import type { Pipeline } from '../../machine/pipeline/pipeline.ts';
import { rhythmOf } from '../../shared/domain/health/facts.ts';
import { judgeReading, type Unproven } from '../../shared/domain/health/judge-reading.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { describeUnproven } from '../../view/health/health.ts';
import { type Need, needsOf } from '../../view/health/route-needs.ts';
import { readRoutes } from '../../view/health/route-status.ts';
import { suggest } from '../../view/words/suggest.ts';
import {
  addConfigOption,
  addJsonOption,
  addStateOption,
  type PlaceOptions,
  print,
} from '../input/options.ts';
import { untilInterrupted } from '../input/until-interrupted.ts';
import { loadOwn } from '../open/own-config.ts';
import { noteConfig } from '../open/state-config.ts';
import { describeAwaited, describeUnsent } from '../read/describe-unsent.ts';
import { hasSentNothing } from '../read/first-look.ts';
import { describePage, openPage, pagePortOption } from '../read/open-page.ts';
import { functionsOf, type InboundFlags, inboundPortOption } from './inbound-port.ts';
import { createReporter } from './reporter.ts';

interface RunOptions extends Omit<PlaceOptions, 'stage'>, InboundFlags {
  readonly once?: boolean;
  readonly due?: boolean;
  readonly now?: boolean;
  readonly page?: boolean;
  readonly pagePort: number;
}

const nobodyDue =
  'no buyer was due: no changed row named one, and no regular full read was due. To poll every buyer, leave out --due';

export function addCommands(program: Command): void {
  addJsonOption(addStateOption(addConfigOption(program.command('run'))))
    .description('run the pipeline on its schedules against the API that the config names, until Ctrl-C')
    .option('--once', 'poll every buyer once, compose the routes that are due, deliver, then exit')
    .addOption(
      new Option(
        '--due',
        'like --once, but poll only the due buyers (of up to 100, all) and retry only the due digests, as a tick of the schedules does',
      ).implies({ once: true }),
    )
    .addOption(
      new Option('--now', 'like --once, but compose every route, whatever its schedule')
        .implies({ once: true })
        .conflicts('due'),
    )
    .addOption(new Option('--page', 'show the run on a web page').conflicts(['once', 'due', 'now']))
    .addOption(pagePortOption().implies({ page: true }))
    .addOption(inboundPortOption().conflicts(['once', 'due', 'now']))
    .option('--allow-local-destinations', 'permit plain http and loopback addresses for this run')
    .action(run);
}

async function run(options: RunOptions): Promise<void> {
  const { config, secrets } = await loadOwn(options, functionsOf(options));
  const lasting = options.once !== true;
  const tally = createTally({
    api: config.api,
    command: (words) => suggest(words, options),
    // A lasting run reports events as they come; a run with --once reports at its end.
    tell: lasting ? (sentence, tone) => reporter.tell(sentence, tone) : undefined,
  });
  const reporter = createReporter({ lasting, progress: tally.progress });
  // Imported here: loading takes a third of a second, and a help text or a config error must not wait for it.
  const [
    { openState, describeOpen },
    { openPipeline },
    { endDeliveries, runOn },
    { queuesOfRunOnce, runOnce },
  ] = await Promise.all([
    import('../../machine/pipeline/open-state.ts'),
    import('../../machine/pipeline/pipeline.ts'),
    import('../../machine/pipeline/run-on.ts'),
    import('../../machine/pipeline/run-once.ts'),
  ]);
  const state = openState(options.state);
  noteConfig(options.state, options.config, config);
  const page = options.page
    ? await openPage(options, { ...state, config }).catch((error) => {
        state.close();
        throw error;
      })
    : null;
  if (page) console.error(describePage(page, options));
  const pipeline = openPipeline({
    config,
    state,
    secrets,
    ...(lasting ? {} : queuesOfRunOnce),
    observe: (observation) => {
      tally.observe(observation);
      page?.observe(observation);
      reporter.progress();
    },
  });
  let isStopped = false;
  let notices: readonly string[] = describeOpen(options.state);
  try {
    const until = untilInterrupted(reporter.say);
    if (lasting) {
      for (const { kind, text } of await readNeeds(pipeline, options))
        if (kind !== 'held' && kind !== 'late' && kind !== 'vanished') reporter.say(text);
      for (const text of [...notices, ...(await describeOdd(pipeline))]) reporter.say(text);
      await runOn(pipeline, { ...options, tempo: {}, until, say: reporter.say });
    } else {
      const ended = runOnce(pipeline, options).then((plan) => (options.due ? formatDue(plan) : []));
      const told = await Promise.race([ended, until]);
      if (told) notices = [...notices, ...told];
      else {
        await endDeliveries(pipeline, reporter.say);
        isStopped = true;
        return;
      }
    }
    const pending = await pipeline.countPending();
    reporter.end();
    await describeEnd(pipeline, tally, tally.counts(pending), { ...options, notices });
  } finally {
    await page?.close();
    await pipeline.close();
    // Otherwise requests in flight would continue without a ledger to record their answers.
    if (isStopped) {
      reporter.say('stopped early; everything recorded is kept, and the next run continues');
      process.exit(130);
    }
  }
}

function formatDue(plan: PlanPollsResult | null): string[] {
  const isQuiet = plan?.buyers === 0 && plan.skipped === undefined && plan.failed.length === 0;
  return isQuiet ? [nobodyDue] : [];
}

/** The needs of the routes. Those of a run with `--once` are what `status` says then, since nothing is sent after it. */
async function readNeeds({ ledger, config }: Pipeline, options: RunOptions): Promise<Need[]> {
  const now = systemClock.now();
  const isRunning = options.once !== true;
  const statuses = await readRoutes({ ledger, stage: null, isRunning }, config.routes, now);
  return statuses.flatMap((status) => needsOf(status, now, options));
}

/** Names that were not seen and signals that wait for values: the counts of a run don't show them. */
async function describeOdd({ ledger, config }: Pipeline): Promise<string[]> {
  const now = systemClock.now();
  const awaited = describeAwaited(await ledger.awaited.count());
  const { notFound, notSeen } = await findUnseen(ledger, config, now);
  return [...notFound, ...notSeen, ...(awaited === null ? [] : [awaited])];
}

/** The kinds of failures that already say what is not proven after a run. A buyer that rests is no failure of the run. */
const saidBy: Partial<Record<Unproven['part'], readonly Observation['kind'][]>> = {
  token: ['upstream-paused'],
  service: ['poll-failed', 'polls-skipped'],
  bridges: ['plan-failed'],
  values: ['message-failed'],
};

/** The parts of the reading that are not proven after a run, unless one of its failures says so already. */
async function describeUnread({ ledger, config }: Pipeline, tally: RunTally, options: RunOptions) {
  const now = systemClock.now();
  const facts = await ledger.polls.readProof(config.watch, now);
  return judgeReading(facts, rhythmOf(config.watch, false), now).flatMap((one) => {
    const kinds = saidBy[one.part];
    return kinds && !tally.hasFailed(...kinds) ? [describeUnproven(one, config, options)] : [];
  });
}

/** Prints the counts and all needs, and sets the exit code. A lasting run has reported its failures already. */
async function describeEnd(
  pipeline: Pipeline,
  tally: RunTally,
  counts: RunCounts,
  options: RunOptions & { readonly notices: readonly string[] },
): Promise<void> {
  const { routes } = pipeline.config;
  const { once, due, now, notices: noticed } = options;
  const needs = await readNeeds(pipeline, options);
  const told = (wanted: Need['kind']) => needs.filter(({ kind }) => kind === wanted).map(({ text }) => text);
  const [stuck, left] = [told('stuck'), told('paused')];
  // The tally already has the attempts that failed in this run. Others wait for their time with --due.
  const unsent = [
    ...told('late'),
    ...(tally.hasFailed('digest-attempted') ? [] : told('failing')),
    ...told('vanished'),
  ];
  const failures = once
    ? [...tally.failures(), ...(await describeUnread(pipeline, tally, options)), ...stuck, ...unsent]
    : stuck;
  // A crontab's run with --due would repeat it each time.
  const isKeeping =
    counts.signalsWaiting > 0 && !due && !now && routes.some(({ when }) => when !== 'immediately');
  const fix = suggest('run --once --now', options);
  const kept = isKeeping ? [`what waits only for the time of its route is sent at once by: ${fix}`] : [];
  const odd = once ? await describeOdd(pipeline) : [];
  const look = suggest('preview --fresh', options);
  const isBaseline =
    once && counts.signalsNotSent > 0 && (await hasSentNothing(pipeline.ledger, pipeline.config));
  const first = isBaseline ? [`see the last 7 days of your signals as a digest: ${look}`] : [];
  const notices = once ? [...noticed, ...tally.notices(), ...left, ...kept, ...odd, ...first] : [];
  for (const sentence of [...notices, ...failures]) console.error(`signalpost: ${sentence}`);
  print(options, { ...counts, notices, failures }, [formatCounts(counts)]);
  if (once && failures.length > 0) process.exitCode = 1;
}

function formatCounts(counts: RunCounts): string {
  const lines: [string, number][] = [
    ['buyers polled', counts.buyersPolled],
    [`signals found${describeUnsent(counts.signalsRecorded, counts.signalsNotSent)}`, counts.signalsRecorded],
    ['of the new ones hot', counts.hotSignals],
    ['summaries fetched', counts.summariesFetched],
    ['digests delivered', counts.digestsDelivered],
    ['digests pending', counts.digestsPending],
    ['signals waiting', counts.signalsWaiting],
    ['API requests', counts.upstreamRequests],
  ];
  return lines.map(([what, count]) => `${String(count).padStart(7)}  ${what}`).join('\n');
}

import type { Command } from 'commander';
import { pipelineFunctions, secretNames } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { createTally, type RunCounts } from '../pipeline/count-run.ts';
import {
  addCommonOptions,
  type CommonOptions,
  checkSecrets,
  loadLocalConfig,
  localSecrets,
} from './options.ts';
import { createReporter } from './reporter.ts';
import { untilInterrupted } from './until-interrupted.ts';

interface RunOptions extends CommonOptions {
  readonly once?: boolean;
  readonly json?: boolean;
  readonly allowLocalDestinations?: boolean;
}

export function addRunCommand(program: Command): void {
  addCommonOptions(program.command('run'))
    .description('run the pipeline on this machine against the API that the config names')
    .option(
      '--once',
      'one tick of everything, every route composed and delivered whatever its schedule, then exit',
    )
    .option('--json', 'print one object with what was done on stdout')
    .option('--allow-local-destinations', 'permit plain http and loopback addresses for this run')
    .action(run);
}

async function run(options: RunOptions): Promise<void> {
  const config = await loadLocalConfig(options);
  const secrets = localSecrets();
  await checkSecrets(secretsOf(config), secrets);
  const reporter = createReporter({ quiet: false });
  const tell = options.once ? undefined : (sentence: string) => reporter.say(`signalpost: ${sentence}`);
  const tally = createTally({ tokenSecret: config.api.token.secret, tell });
  // Loaded here: it takes a third of a second, which a help text and a wrong config need not wait for.
  const [{ openState }, { openPipeline }, { endDeliveries, runOn }, { runOnce }] = await Promise.all([
    import('../pipeline/open-state.ts'),
    import('../pipeline/pipeline.ts'),
    import('../pipeline/run-on.ts'),
    import('../pipeline/run-once.ts'),
  ]);
  const pipeline = await openPipeline({
    config,
    state: openState(options.state),
    secrets,
    retryAtOnce: options.once === true,
    observe: (observation) => {
      tally.observe(observation);
      reporter.observe(observation);
    },
  });
  let isStopped = false;
  try {
    const until = untilInterrupted(reporter.say);
    if (options.once) {
      const ended = await Promise.race([runOnce(pipeline).then(() => true), until.then(() => false)]);
      if (!ended) {
        await endDeliveries(pipeline, reporter.say);
        isStopped = true;
        return;
      }
    } else await runOn(pipeline, { tempo: {}, until, say: reporter.say });
    const counts = tally.counts(await pipeline.countPending());
    reporter.end();
    const disabled = await pipeline.listDisabled();
    // A run that goes on until it is interrupted has told of its failures as they came.
    const told = options.once ? tally.failures(disabled.map(({ routeId }) => routeId)) : [];
    const failures = [...told, ...disabled.map(({ sentence }) => sentence)];
    const notices = options.once ? [...tally.notices(), ...(await pipeline.listVanished())] : [];
    for (const notice of notices) console.error(`signalpost: ${notice}`);
    for (const failure of failures) console.error(`signalpost: ${failure}`);
    if (options.json) console.log(JSON.stringify(counts));
    else console.log(tellCounts(counts));
    if (options.once && failures.length > 0) process.exitCode = 1;
  } finally {
    await pipeline.close();
    // What it had begun to read goes on otherwise, with nothing left to write it down to.
    if (isStopped) {
      reporter.say('stopped before its end; what is recorded is kept, and the next run goes on');
      process.exit(130);
    }
  }
}

export function secretsOf(config: SignalpostConfig): string[] {
  const uses = new Set(Object.values(pipelineFunctions).flatMap((wiring) => wiring.secrets));
  return [...uses].flatMap((use) => secretNames(config, use));
}

function tellCounts(counts: RunCounts): string {
  const lines: [string, number][] = [
    ['buyers polled', counts.buyersPolled],
    ['signals recorded', counts.signalsRecorded],
    ['of them hot', counts.hotSignals],
    ['summaries fetched', counts.summariesFetched],
    ['digests delivered', counts.digestsDelivered],
    ['digests pending', counts.digestsPending],
    ['upstream requests', counts.upstreamRequests],
  ];
  return lines.map(([what, count]) => `${String(count).padStart(7)}  ${what}`).join('\n');
}

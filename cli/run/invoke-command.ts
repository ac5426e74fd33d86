import { Argument, type Command } from 'commander';
import { type FunctionName, functions, pipelineFunctions } from '../../functions/wiring.ts';
import { counted } from '../../shared/domain/counted.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { formatError } from '../../view/words/format-error.ts';
import { suggest } from '../../view/words/suggest.ts';
import { FunctionFailedError } from '../aws/aws-problem.ts';
import { addPlaceOptions, type PlaceOptions, type StageOptions } from '../input/options.ts';
import { loadOwn } from '../open/own-config.ts';
import { type FunctionEvent, readEventFile } from './read-event-file.ts';

interface InvokeOptions extends PlaceOptions {
  readonly event?: string;
  readonly dryRun?: boolean;
}

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('invoke'))
    .description('invoke one function, here or with --stage in AWS, and print its answer as JSON')
    .addArgument(new Argument('<function>', 'the function').choices(Object.keys(functions)))
    .option('--event <file>', 'the event as JSON; - reads stdin; events/ has examples (default: {})')
    .option('--dry-run', 'add "dryRun": true to the event: the function reports its work and changes nothing')
    .action(invoke);
}

async function invoke(name: FunctionName, options: InvokeOptions): Promise<void> {
  const event = await readEventFile(options.event, options.dryRun === true);
  const { stage } = options;
  const invoked =
    stage === undefined
      ? await invokeHere(name, event, options)
      : await invokeThere(name, event, { ...options, stage });
  if ('answer' in invoked) {
    const indent = options.json || !process.stdout.isTTY ? 0 : 2;
    console.log(JSON.stringify(invoked.answer ?? null, null, indent));
  }
  const problems = [...unfinishedOf(name, invoked.answer), ...invoked.problems];
  for (const problem of problems) console.error(`signalpost: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

/**
 * Runs the deployed handler on this machine's state, then the messages that it queued, as the cloud would. Returns a
 * sentence for each failure, and the answer unless the function itself failed; so does `invokeThere`.
 */
async function invokeHere(name: FunctionName, event: FunctionEvent, options: InvokeOptions) {
  const dryRun = options.dryRun === true;
  const queued = dryRun ? [] : Object.values(pipelineFunctions);
  const { config, secrets } = await loadOwn(options, [functions[name], ...queued]);
  // Imported here: loading takes a third of a second, and an error about a flag must not wait for it.
  const [{ joinState }, { openPipeline }, { createTally }, { createReporter }] = await Promise.all([
    import('../../machine/pipeline/open-state.ts'),
    import('../../machine/pipeline/pipeline.ts'),
    import('../../machine/pipeline/count-run.ts'),
    import('./reporter.ts'),
  ]);
  const tally = createTally({ api: config.api, command: (words) => suggest(words, options) });
  const reporter = createReporter({ progress: tally.progress });
  let happened = false;
  const pipeline = openPipeline({
    config,
    state: joinState(options.state),
    secrets,
    observe: (observation) => {
      happened ||= observation.kind !== 'upstream-requested';
      tally.observe(observation);
      reporter.progress();
    },
  });
  try {
    const answer = await pipeline.call(name, event);
    // The queues stand in the wiring's order: a message leads only to messages of later queues.
    if (!dryRun) for (const queue of Object.values(pipeline.queues.of)) await queue.drain();
    for (const notice of tally.notices()) reporter.say(`signalpost: ${notice}`);
    return { answer, problems: tally.failures() };
  } catch (error) {
    return { problems: [`${name} failed: ${formatError(error)}`] };
  } finally {
    // An invocation without observations has no progress to show.
    if (happened) reporter.end();
    await pipeline.close();
  }
}

async function invokeThere(name: FunctionName, event: FunctionEvent, options: StageOptions) {
  const { stage: stageName } = options;
  const { openStage } = await import('../aws/open-stage.ts');
  const stage = await openStage(options);
  try {
    const startedAt = systemClock.now();
    const answer = await stage.invoke(name, event);
    console.error(
      `${name} on ${stageName}: answered after ${((systemClock.now() - startedAt) / 1000).toFixed(1)} s`,
    );
    return { answer, problems: [] };
  } catch (error) {
    if (!(error instanceof FunctionFailedError)) throw error;
    return { problems: [`${name} failed on ${stageName}: ${describeError(error)}`] };
  }
}

/** The answer to a batch lists the messages that failed, while the invocation itself succeeds. */
function unfinishedOf(name: FunctionName, answer: unknown): string[] {
  const failures = isRecord(answer) ? answer.batchItemFailures : [];
  if (!Array.isArray(failures) || failures.length === 0) return [];
  return [`${name}: ${counted(failures.length, 'message')} of the event failed`];
}

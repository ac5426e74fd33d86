import { type Command, InvalidArgumentError } from 'commander';
import { type FunctionName, functions } from '../../functions/wiring.ts';
import { counted } from '../../shared/domain/counted.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { findNearest } from '../../shared/domain/find-nearest.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { type Invoked, invokeHere } from './invoke-here.ts';
import { type FunctionEvent, readEventFile } from './read-event-file.ts';

interface InvokeOptions extends PlaceOptions {
  readonly event?: string;
  readonly dryRun?: boolean;
}

const functionNames = Object.keys(functions) as FunctionName[];

export function addInvokeCommand(program: Command): void {
  addPlaceOptions(program.command('invoke'))
    .description('invoke one function, here or with --stage in AWS, and print its answer as JSON')
    .argument('<function>', `one of ${functionNames.join(', ')}`, readFunctionName)
    .option('--event <file>', 'the event as JSON; - reads stdin; events/ has examples (default: {})')
    .option('--dry-run', 'add "dryRun": true to the event: the function reports its work and changes nothing')
    .action(invoke);
}

/** For commander: a function of the wiring. */
function readFunctionName(text: string): FunctionName {
  const name = functionNames.find((one) => one === text);
  if (name !== undefined) return name;
  const nearest = findNearest(text, functionNames);
  const rest = functionNames.filter((one) => one !== nearest);
  const listed = [...(nearest === null ? [] : [nearest]), ...rest].join(', ');
  throw new InvalidArgumentError(`Found ${JSON.stringify(text)}; the functions are ${listed}.`);
}

async function invoke(name: FunctionName, options: InvokeOptions): Promise<void> {
  const event = await readEventFile(options.event, options.dryRun === true);
  const { stage } = options;
  const invoked =
    stage === undefined ? await invokeHere(name, event, options) : await invokeThere(name, event, stage);
  if ('answer' in invoked) printAnswer(invoked.answer, options);
  const problems = [...unfinishedOf(name, invoked.answer), ...invoked.problems];
  for (const problem of problems) console.error(`signalpost: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

async function invokeThere(name: FunctionName, event: FunctionEvent, stageName: string): Promise<Invoked> {
  const [{ openStage }, { FunctionFailedError }] = await Promise.all([
    import('../aws/open-stage.ts'),
    import('../aws/aws-problem.ts'),
  ]);
  const stage = await openStage(stageName);
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
  } finally {
    stage.close();
  }
}

/** The answer to a batch lists the messages that failed, while the invocation itself succeeds. */
function unfinishedOf(name: FunctionName, answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('batchItemFailures' in answer)) return [];
  const failures = answer.batchItemFailures;
  if (!Array.isArray(failures) || failures.length === 0) return [];
  return [`${name}: ${counted(failures.length, 'message')} of the event failed`];
}

function printAnswer(answer: unknown, options: InvokeOptions): void {
  const pretty = process.stdout.isTTY === true && options.json !== true;
  console.log(JSON.stringify(answer ?? null, null, pretty ? 2 : undefined));
}

import { type FunctionName, functions, type QueueName, queues, secretNames } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { PlaceOptions } from '../options.ts';
import { checkSecrets, loadOwnConfig, localSecrets } from '../own-config.ts';
import { tellError } from '../words/tell-error.ts';
import type { FunctionEvent } from './read-event-file.ts';

/** The result of an invocation: a sentence for each failure, and the answer unless the function itself failed. */
export interface Invoked {
  readonly answer?: unknown;
  readonly problems: readonly string[];
}

/** Runs the deployed handler on this machine's state, then the messages that it queued, as the cloud would. */
export async function invokeHere(
  name: FunctionName,
  event: FunctionEvent,
  options: PlaceOptions & { readonly dryRun?: boolean },
): Promise<Invoked> {
  const config = await loadOwnConfig(options);
  const secrets = localSecrets();
  const dryRun = options.dryRun === true;
  await checkSecrets(secretsOf(config, dryRun ? [name] : reachedFrom(name)), secrets, config);
  // Imported here: loading takes a third of a second, and an error about a flag must not wait for it.
  const [{ joinState }, { openPipeline }, { createTally }, { createReporter }] = await Promise.all([
    import('../../machine/pipeline/open-state.ts'),
    import('../../machine/pipeline/pipeline.ts'),
    import('../../machine/pipeline/count-run.ts'),
    import('./reporter.ts'),
  ]);
  const tally = createTally({ api: config.api });
  const reporter = createReporter({ progress: tally.progress });
  let happened = false;
  const pipeline = await openPipeline({
    config,
    state: joinState(options.state),
    secrets,
    retryAtOnce: true,
    dryRun,
    observe: (observation) => {
      happened ||= observation.kind !== 'upstream-requested';
      tally.observe(observation);
      reporter.progress();
    },
  });
  try {
    const answer = await pipeline.call(name, event);
    // In the wiring's order: a message leads only to messages of later queues.
    if (!dryRun) for (const queue of Object.keys(queues)) await pipeline.queues.drain(queue as QueueName);
    for (const notice of tally.notices()) reporter.say(`signalpost: ${notice}`);
    return { answer, problems: tally.failures() };
  } catch (error) {
    return { problems: [`${name} failed: ${tellError(error)}`] };
  } finally {
    // An invocation without observations has no progress to show.
    if (happened) reporter.end();
    await pipeline.close();
  }
}

/** The function, and every function that its messages reach through the queues. */
function reachedFrom(name: FunctionName, reached = new Set<FunctionName>()): FunctionName[] {
  reached.add(name);
  for (const queue of functions[name].sendsTo) {
    if (!reached.has(queues[queue].consumer)) reachedFrom(queues[queue].consumer, reached);
  }
  return [...reached];
}

function secretsOf(config: SignalpostConfig, names: readonly FunctionName[]): string[] {
  const uses = new Set(names.flatMap((name) => functions[name].secrets));
  return [...uses].flatMap((use) => secretNames(config, use));
}

import { describeError } from '../shared/domain/describe-error.ts';
import type { FunctionPorts } from './function-ports.ts';
import { QueueUnavailableError } from './runtime/queue.ts';

/** A message that can't be sent, or gets lost, fails nothing: the sweep of the next minute creates the digests. */
export async function askToCompose(ports: Pick<FunctionPorts, 'config' | 'queue' | 'observe'>) {
  const { config, queue, observe } = ports;
  if (!config.routes.some(({ when }) => when === 'immediately')) return;
  try {
    await queue('compose').send([{ immediate: true }]);
  } catch (error) {
    if (!(error instanceof QueueUnavailableError)) throw error;
    observe({ kind: 'not-composed-at-once', problem: describeError(error) });
  }
}

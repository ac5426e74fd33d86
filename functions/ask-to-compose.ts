import { describeError } from '../shared/domain/describe-error.ts';
import type { FunctionPorts } from './function-ports.ts';
import { QueueUnavailableError } from './runtime/queue.ts';

/**
 * Asks for the digests of the routes that send immediately, because a hot signal can go out. If the message can't be
 * sent, or gets lost, the sweep of the next minute creates them: that is told, and fails nothing.
 */
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

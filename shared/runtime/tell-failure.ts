import { describeError } from '../domain/describe-error.ts';
import type { Observe } from '../domain/observation.ts';
import type { MessageFailure } from './invocation.ts';

/** Observes a message that could not be handled: it comes again, and finally becomes a dead letter. */
export function tellFailure(observe: Observe, functionName: string): (failure: MessageFailure) => void {
  return ({ messageId, error }) =>
    observe({ kind: 'message-failed', function: functionName, messageId, problem: describeError(error) });
}

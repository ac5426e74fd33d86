import type { Observe } from '../domain/observation.ts';
import { describeError } from './describe-error.ts';
import type { MessageFailure } from './invocation.ts';

/** Tells of a message that could not be worked on: it comes again, and at last goes to the dead letters. */
export function tellFailure(observe: Observe, functionName: string): (failure: MessageFailure) => void {
  return ({ messageId, error }) =>
    observe({ kind: 'message-failed', function: functionName, messageId, problem: describeError(error) });
}

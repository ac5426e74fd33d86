import type { Context } from 'aws-lambda';
import type { Observe } from '../../domain/observation.ts';
import { describeError } from '../describe-error.ts';
import type { Invocation } from '../invocation.ts';
import { type CloudObserver, createCloudObserver } from '../logger.ts';

type Handle<Result> = (event: unknown, invocation: Invocation) => Promise<Result>;

/**
 * A Lambda entry: importing it reads no environment and makes no client; the cloud's ports are built at the first
 * event, and kept for the next ones. A build that failed is tried again with the next event.
 */
export function lambdaEntry<Result>(
  functionName: string,
  build: (observe: Observe) => Promise<Handle<Result>>,
): (event: unknown, context: Context) => Promise<Result> {
  let observer: CloudObserver | undefined;
  let built: Promise<Handle<Result>> | undefined;
  return async (event, context) => {
    observer ??= createCloudObserver({ serviceName: functionName });
    try {
      built ??= build(observer.observe);
      const handle = await built.catch((error: unknown) => {
        built = undefined;
        throw error;
      });
      return await handle(event, context);
    } catch (error) {
      const problem = describeError(error);
      observer.observe({ kind: 'function-failed', function: functionName, problem });
      // Lambda logs a thrown error whole, its causes included: only the safe sentence may reach it.
      throw Object.assign(new Error(problem), {
        name: error instanceof Error ? error.name : 'Error',
        stack: '',
      });
    } finally {
      observer.flush();
    }
  };
}

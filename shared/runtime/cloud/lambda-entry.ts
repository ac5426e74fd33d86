import type { Context } from 'aws-lambda';
import type { Observe } from '../../domain/observation.ts';
import { describeError } from '../describe-error.ts';
import type { Invocation } from '../invocation.ts';
import { createCloudObserver } from '../logger.ts';

type Handle<Result> = (event: unknown, invocation: Invocation) => Promise<Result>;

/**
 * A Lambda entry: importing it reads no environment and makes no client; the cloud's ports are built at the first
 * event, and kept for the next ones. A build that failed is tried again with the next event.
 */
export function lambdaEntry<Result>(
  functionName: string,
  build: (observe: Observe) => Promise<Handle<Result>>,
): (event: unknown, context: Context) => Promise<Result> {
  const start = async () => {
    const observer = createCloudObserver({ serviceName: functionName });
    return { observer, handle: await build(observer.observe) };
  };
  let started: ReturnType<typeof start> | undefined;
  return async (event, context) => {
    started ??= start();
    const { observer, handle } = await started.catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    try {
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

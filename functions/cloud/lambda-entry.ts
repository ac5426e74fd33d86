import type { Context } from 'aws-lambda';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
import { environment } from '../../shared/runtime/environment.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import type { Observe } from '../observations/observation.ts';
import type { Invocation } from '../runtime/invocation.ts';
import { type CloudObserver, createCloudObserver } from '../runtime/logger.ts';
import { cloudConfig, cloudLedger, type PipelinePorts, variable } from './cloud-ports.ts';

type Handle<Result> = (event: unknown, invocation: Invocation) => Promise<Result>;

/**
 * A Lambda entry, in the `lambda.ts` of each function: apart from the handler, which one machine runs without AWS's
 * SDK. Importing it reads no environment and creates no client: the first event builds the cloud's ports and later
 * events reuse them. A failed build is retried with the next event. `{"readConfig":true,"dryRun":true}` is answered
 * here, with the config that the function was deployed with, which names secrets and holds none; `dryRun` stops a
 * version that does not know the question from doing anything.
 */
export function lambdaEntry<Result>(
  functionName: string,
  build: (observe: Observe) => Promise<Handle<Result>>,
): (event: unknown, context: Context) => Promise<Result | { readonly config: SignalpostConfig }> {
  let observer: CloudObserver | undefined;
  let built: Promise<Handle<Result>> | undefined;
  return async (event, context) => {
    observer ??= createCloudObserver({
      serviceName: functionName,
      stage: process.env[environment.stage] ?? 'none',
    });
    try {
      if (isRecord(event) && event.readConfig === true) return { config: await cloudConfig() };
      built ??= build(observer.observe);
      const handle = await built.catch((error: unknown) => {
        built = undefined;
        throw error;
      });
      return await handle(event, context);
    } catch (error) {
      const problem = describeError(error);
      observer.observe({ kind: 'function-failed', function: functionName, problem });
      // Lambda logs a thrown error completely, including its causes: it must only get the redacted sentence.
      throw Object.assign(new Error(problem), {
        name: error instanceof Error ? error.name : 'Error',
        stack: '',
      });
    } finally {
      observer.flush();
    }
  };
}

/** Claims the ledger for its stage: on the ledger of another one, the function fails before it does anything. */
export function pipelineEntry<Result>(
  functionName: string,
  createHandler: (ports: PipelinePorts) => Handle<Result>,
): ReturnType<typeof lambdaEntry<Result>> {
  return lambdaEntry(functionName, async (observe) => {
    const config = await cloudConfig();
    const ledger = cloudLedger();
    await ledger.owner.claim(variable(environment.stage));
    return createHandler({ config, clock: systemClock, random: systemRandom, observe, ledger });
  });
}

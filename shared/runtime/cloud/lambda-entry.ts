import type { Context } from 'aws-lambda';
import type { SignalpostConfig } from '../../config/signalpost-config.ts';
import { describeError } from '../../domain/describe-error.ts';
import type { Observe } from '../../domain/observation.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { environment } from '../environment.ts';
import type { Invocation } from '../invocation.ts';
import { type CloudObserver, createCloudObserver } from '../logger.ts';
import { systemClock, systemRandom } from '../system.ts';
import { createTallyKeeper, type TallyKeeper } from '../tally-keeper.ts';
import { cloudConfig, cloudLedger, type PipelinePorts } from './cloud-ports.ts';

type Handle<Result> = (event: unknown, invocation: Invocation) => Promise<Result>;
type OwnLedger = Pick<Ledger, 'addTally'>;

/** The answer to `{"readConfig":true}`: the config that the function was deployed with. It names secrets and holds none. */
export interface ConfigAnswer {
  readonly config: SignalpostConfig;
}

/** For writing tallies: leave `reserveMs` of the invocation's time, and take at most `longestTallyMs`. */
export const reserveMs = 2_000;
export const longestTallyMs = 5_000;

/**
 * A Lambda entry, in the `lambda.ts` of each function: apart from the handler, which one machine runs without AWS's SDK.
 * Importing it reads no environment and creates no client: the first event builds the cloud's ports
 * and later events reuse them. A failed build is retried with the next event. At the end of each invocation the counts
 * are added to the tallies of the ledger that the build names, if any. `{"readConfig":true,"dryRun":true}` is answered
 * here, with the config; `dryRun` stops a version that does not know the question from doing anything.
 */
export function lambdaEntry<Result>(
  functionName: string,
  build: (observe: Observe, useLedger: (ledger: OwnLedger) => void) => Promise<Handle<Result>>,
): (event: unknown, context: Context) => Promise<Result | ConfigAnswer> {
  let observer: CloudObserver | undefined;
  let keeper: TallyKeeper | undefined;
  let ledger: OwnLedger | undefined;
  const writeTally = async (context: Context): Promise<void> => {
    if (!keeper || !ledger) return;
    await keeper.write(ledger, Math.min(context.getRemainingTimeInMillis() - reserveMs, longestTallyMs));
  };
  let built: Promise<Handle<Result>> | undefined;
  return async (event, context) => {
    observer ??= createCloudObserver({
      serviceName: functionName,
      stage: process.env[environment.stage] ?? 'none',
    });
    keeper ??= createTallyKeeper({ clock: systemClock, observe: observer.observe });
    try {
      if (asks(event, 'readConfig')) return { config: await cloudConfig() };
      built ??= build(keeper.observe, (used) => {
        ledger = used;
      });
      const handle = await built.catch((error: unknown) => {
        built = undefined;
        throw error;
      });
      return await handle(event, context);
    } catch (error) {
      const problem = describeError(error);
      keeper.observe({ kind: 'function-failed', function: functionName, problem });
      // Lambda logs a thrown error completely, including its causes: it must only get the redacted sentence.
      throw Object.assign(new Error(problem), {
        name: error instanceof Error ? error.name : 'Error',
        stack: '',
      });
    } finally {
      if (asks(event, 'dryRun')) keeper.forget();
      else await writeTally(context);
      observer.flush();
    }
  };
}

/** The Lambda entry of a function that uses the ledger. Its counts are stored there, too. */
export function pipelineEntry<Result>(
  functionName: string,
  createHandler: (ports: PipelinePorts) => Handle<Result>,
): ReturnType<typeof lambdaEntry<Result>> {
  return lambdaEntry(functionName, async (observe, useLedger) => {
    const config = await cloudConfig();
    const ledger = cloudLedger();
    useLedger(ledger);
    return createHandler({ config, clock: systemClock, random: systemRandom, observe, ledger });
  });
}

function asks(event: unknown, question: 'dryRun' | 'readConfig'): boolean {
  return typeof event === 'object' && event !== null && (event as Record<string, unknown>)[question] === true;
}

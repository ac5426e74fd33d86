import type { SignalpostConfig } from '../../config/signalpost-config.ts';
import type { Clock, Random } from '../../domain/clock.ts';
import type { Observe } from '../../domain/observation.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { systemClock, systemRandom } from '../system.ts';
import { cloudConfig } from './config.ts';
import { type Handle, lambdaEntry } from './lambda-entry.ts';
import { cloudLedger } from './ledger.ts';

/** The ports of each function of the pipeline in the cloud. */
export interface PipelinePorts {
  readonly config: SignalpostConfig;
  readonly clock: Clock;
  readonly random: Random;
  readonly observe: Observe;
  readonly ledger: Ledger;
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

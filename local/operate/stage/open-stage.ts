import { type FunctionName, functions } from '../../../functions/wiring.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { openCloudLedger } from '../../../shared/runtime/cloud/ledger.ts';
import { type DeployedStage, findStage } from './find-stage.ts';
import { invokeFunction } from './invoke-function.ts';

export interface OpenStage {
  readonly stage: DeployedStage;
  /** The stage's own ledger, with the operator's credentials. */
  readonly ledger: Ledger;
  /** Invokes the deployed function and waits for its answer. Throws `FunctionFailedError` when it failed. */
  invoke(name: FunctionName, event: unknown): Promise<unknown>;
  /** The config that the stage runs. Throws `ConfigurationError` for a version that does not tell it. */
  readConfig(): Promise<SignalpostConfig>;
  close(): void;
}

/** Opens a deployed stage for a command. Throws as `findStage` does. */
export async function openStage(name: string): Promise<OpenStage> {
  const stage = await findStage(name);
  const { ledger, close } = openCloudLedger({ tableName: stage.table });
  const invoke = async (functionName: FunctionName, event: unknown): Promise<unknown> => {
    const deployed = stage.functions[functionName];
    if (deployed === undefined) throw notThere(name, functionName);
    return invokeFunction(deployed, functions[functionName], event);
  };
  return {
    stage,
    ledger,
    invoke,
    readConfig: async () =>
      configOf(name, await invoke('compose-digests', { readConfig: true, dryRun: true })),
    close,
  };
}

function configOf(stage: string, answer: unknown): SignalpostConfig {
  const config = typeof answer === 'object' && answer !== null && 'config' in answer ? answer.config : null;
  if (typeof config === 'object' && config !== null && 'routes' in config) return config as SignalpostConfig;
  throw new ConfigurationError([
    `--stage: ${stage} was deployed by a version that does not tell its config; deploy this one: npm run deploy -- --stage ${stage}`,
  ]);
}

function notThere(stage: string, functionName: FunctionName): ConfigurationError {
  const deploy = `npm run deploy -- --stage ${stage}`;
  // The one function that a stage has only where its config wants it.
  const mend =
    functionName === 'tell-alarm'
      ? `it comes with "alarms": write alarms.to into the config, if it is not there, then ${deploy}`
      : `deploy this version with ${deploy}`;
  return new ConfigurationError([`--stage: ${stage} has no function ${functionName} yet; ${mend}`]);
}

import { type FunctionName, functions } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { type DeployedStage, findStage } from './find-stage.ts';
import { invokeFunction } from './invoke-function.ts';
import { openLedger } from './open-ledger.ts';

export interface OpenStage {
  readonly stage: DeployedStage;
  /** The stage's own ledger, with the operator's credentials. */
  readonly ledger: Ledger;
  /** Invokes the deployed function and waits for its answer. Throws `FunctionFailedError` if it failed. */
  invoke(name: FunctionName, event: unknown): Promise<unknown>;
  /** The config that the stage runs. Throws `ConfigurationError` if the deployed version can't return it. */
  readConfig(): Promise<SignalpostConfig>;
  close(): void;
}

/** Opens a deployed stage for a command. Throws as `findStage` does. */
export async function openStage(name: string): Promise<OpenStage> {
  const stage = await findStage(name);
  const { ledger, close } = openLedger(stage.table);
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
    `--stage: ${stage} was deployed by a version that can't return its config; deploy this version: npm run deploy -- --stage ${stage}`,
  ]);
}

function notThere(stage: string, functionName: FunctionName): ConfigurationError {
  const deploy = `npm run deploy -- --stage ${stage}`;
  // The only function that depends on the config.
  const fix =
    functionName === 'tell-alarm'
      ? `it needs alarms.to: add that to the config if it is missing, then ${deploy}`
      : `deploy this version with ${deploy}`;
  return new ConfigurationError([`--stage: ${stage} has no function ${functionName} yet; ${fix}`]);
}

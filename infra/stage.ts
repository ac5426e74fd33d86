import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import { keepsState, protectsState, stageNamePattern } from '../shared/runtime/stage-names.ts';

/** One deployed Signalpost; an account can hold several side by side. */
export interface StageSettings {
  readonly name: string;
  /** Deletion protection on the ledger and its stack: with a lost ledger, signals would be sent again. */
  readonly protectsState: boolean;
  /** The ledger outlives its stack. */
  readonly keepsState: boolean;
}

/** The settings of the stage that `-c stage=NAME` names. Throws `ConfigurationError` for an invalid name. */
export function stageNamed(name: unknown): StageSettings {
  if (typeof name !== 'string' || !stageNamePattern.test(name)) {
    throw new ConfigurationError([
      `stage: found ${JSON.stringify(name)}; write -c stage=NAME with 1 to 20 lower-case letters, digits or ` +
        'hyphens that begin with a letter',
    ]);
  }
  return { name, protectsState: protectsState(name), keepsState: keepsState(name) };
}

/**
 * Throws `ConfigurationError` if the config is not allowed in this stage: `local` permits plain http and loopback
 * addresses, which a stage with protected state must never use.
 */
export function checkStageTakes(stage: StageSettings, config: SignalpostConfig): void {
  if (!stage.protectsState || !config.local) return;
  throw new ConfigurationError([
    `local: found true for the stage ${JSON.stringify(stage.name)}, whose state has deletion protection; ` +
      'remove "local" from the config, or deploy it to another stage with -c stage=NAME',
  ]);
}

import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import { protectsState, stackName, stageNamePattern } from '../shared/runtime/stage-names.ts';

/** The stage that `-c stage=NAME` names. Throws `ConfigurationError` for an invalid name. */
export function stageNamed(name: unknown): string {
  if (typeof name === 'string' && stageNamePattern.test(name)) return name;
  throw new ConfigurationError([
    `stage: found ${JSON.stringify(name)}; write -c stage=NAME with 1 to 20 lower-case letters, digits or ` +
      'hyphens that begin with a letter',
  ]);
}

/**
 * Throws `ConfigurationError` if the config is not allowed in this stage: `local` permits plain http and loopback
 * addresses, which a stage with protected state must never use. Two stages that share a config must not share a ledger,
 * and the roles of a deploy pipeline reach only tables of their stage.
 */
export function checkStageTakes(stage: string, config: SignalpostConfig): void {
  if (protectsState(stage) && config.local) {
    throw new ConfigurationError([
      `local: found true for the stage ${JSON.stringify(stage)}, whose state has deletion protection; ` +
        'remove "local" from the config, or deploy it to another stage with -c stage=NAME',
    ]);
  }
  const named = config.ledger?.table;
  const prefix = `${stackName(stage, 'state')}-`;
  if (named === undefined || named.startsWith(prefix)) return;
  throw new ConfigurationError([
    `ledger.table: found ${JSON.stringify(named)} for the stage ${JSON.stringify(stage)}; ` +
      `name a table that begins with ${prefix}: restore the ledger into such a table, or give each stage its own config`,
  ]);
}

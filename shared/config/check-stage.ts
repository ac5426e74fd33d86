import { createHash } from 'node:crypto';
import { ConfigurationError } from '../domain/errors.ts';
import { protectsState, stackName } from '../runtime/stage-names.ts';
import type { SignalpostConfig } from './signalpost-config.ts';

/** The hash does not depend on the config's file: it shows whether a stage runs this config. */
export function fingerprintConfig(config: SignalpostConfig): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 16);
}

/** Throws `ConfigurationError`. `topic`: one for alarms, that the stage's app gave. */
export function checkStageTakes(stage: string, config: SignalpostConfig, topic?: unknown): void {
  const problem = findStageProblem(stage, config) ?? findUntold(stage, config, topic);
  if (problem !== null) throw new ConfigurationError([`${problem.found}; ${problem.fix}`]);
}

/**
 * Null if the config is allowed. `local` permits plain http and loopback addresses, which a stage with protected
 * state must never use. Two stages that share a config must not share a ledger, and the roles of a deploy pipeline
 * reach only tables of their stage.
 */
export function findStageProblem(stage: string, { local, ledger }: SignalpostConfig) {
  if (protectsState(stage) && local) {
    return {
      found: `local: found true for the stage ${stage}, whose digests could then be sent over plain http`,
      fix: 'remove "local" from the config, or name another stage',
    };
  }
  const prefix = `${stackName(stage, 'state')}-`;
  if (ledger === undefined || ledger.table.startsWith(prefix)) return null;
  return {
    found: `ledger.table: found ${JSON.stringify(ledger.table)} for the stage ${stage}`,
    fix: `name a table that begins with ${prefix}: restore the ledger into such a table, or give each stage its own config`,
  };
}

/** Null if somebody is told when a stage with protected state fails, or nobody is to be. */
export function findUntold(stage: string, { alarms, tellsNobody }: SignalpostConfig, topic: unknown) {
  if (!protectsState(stage) || alarms?.to !== undefined || tellsNobody || topic) return null;
  return {
    found: `alarms.to: is missing for the stage ${stage}: nobody would be told when it fails`,
    fix: 'add "to" to alarms, or write "alarms": "none"',
  };
}

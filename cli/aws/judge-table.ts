import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { StageManifest } from '../../shared/runtime/stage-names.ts';
import type { StackDescription } from './account.ts';

/**
 * What a deploy of this config would do wrong: let the functions go on with another table than theirs, without any
 * signal that was seen and is pending. That happens after the state stack was deleted by hand, and after `ledger` was
 * removed from the config. null if they keep their table, and if the config names one.
 */
export function judgeTable(
  stage: string,
  { ledger }: Pick<SignalpostConfig, 'ledger'>,
  state: StackDescription | null,
  manifest: Pick<StageManifest, 'table'> | null,
) {
  const used = manifest?.table;
  const own = state?.table;
  if (ledger !== undefined || used === undefined || used === own) return null;
  const has = own === undefined ? 'is gone' : `has ${own}`;
  return {
    found: `the functions of ${stage} use the table ${used}, and its state stack ${has}`,
    fix:
      `name the table to go on with in the config: "ledger": {"table": "${used}"}; ` +
      'see docs/runbook.md, under "The functions use another table"',
  };
}

import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { keepsState, type StageManifest } from '../../shared/runtime/stage-names.ts';
import { suggest } from '../../view/words/suggest.ts';
import type { StageOptions } from '../input/options.ts';
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

/** The fix for a stage whose table is gone. A deploy does not create the table again: its stack has not changed. */
export function fixGone(options: StageOptions, named: string | undefined): string {
  const restore = 'restore it: see docs/runbook.md, under "Go back to an earlier ledger"';
  if (named !== undefined) return `name a table of this account in ledger.table of the config, or ${restore}`;
  if (keepsState(options.stage)) return restore;
  return `for an empty one: ${suggest('destroy', options)}, then: ${suggest('deploy', options)}`;
}

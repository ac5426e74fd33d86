import { ConfigurationError } from '../../shared/domain/errors.ts';
import { stackName, stageOutputs } from '../../shared/runtime/stage-names.ts';
import { isEmptyShell, type StackDescription } from '../aws/describe-stack.ts';

type Outputs = Readonly<Record<string, string>>;

/** The fix needs a decision: which of the two ledgers to keep. */
export const tablesFix =
  'docs/runbook.md says how to bring them together, under "The functions use another table"';

/**
 * A sentence if the functions of a stage use another table than its state stack has. This happens after the stack was
 * deleted by hand and created again: CloudFormation reads the pipeline's reference only when the pipeline itself
 * changes. null if they agree, and for a version without these outputs. `state` is null if there is no such stack.
 */
export function judgeTables(stage: string, state: Outputs | null, pipeline: Outputs): string | null {
  const used = pipeline[stageOutputs.usedTable];
  const own = state?.[stageOutputs.table];
  if (used === undefined || used === own) return null;
  if (state === null) return `the functions of ${stage} use the table ${used}, and its state stack is gone`;
  if (own === undefined) return null;
  return `the functions of ${stage} use the table ${used}, and its state stack has ${own}`;
}

/** Throws `ConfigurationError` before a deploy that would create a second ledger, or keep two. */
export async function checkTables(
  stage: string,
  describeStack: (name: string) => Promise<StackDescription | null>,
): Promise<void> {
  const outputsOf = async (part: 'state' | 'pipeline'): Promise<Outputs | null> => {
    const stack = await describeStack(stackName(stage, part));
    return stack === null || isEmptyShell(stack) ? null : stack.outputs;
  };
  const [state, pipeline] = await Promise.all([outputsOf('state'), outputsOf('pipeline')]);
  const trouble = pipeline && judgeTables(stage, state, pipeline);
  if (trouble) throw new ConfigurationError([`--stage: ${trouble}; nothing was deployed; ${tablesFix}`]);
}

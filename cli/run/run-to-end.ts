import type { Pipeline } from '../../machine/pipeline/pipeline.ts';
import { runDue } from '../../machine/pipeline/run-due.ts';
import { runOnce } from '../../machine/pipeline/run-once.ts';

const nobodyDue =
  'no buyer was due: no changed row named one, and no regular full read was due. To poll every buyer, leave out --due';

/** Runs once. Resolves with the notices that the counts don't show. */
export async function runToEnd(
  pipeline: Pipeline,
  { due = false }: { readonly due?: boolean },
): Promise<readonly string[]> {
  if (!due) {
    await runOnce(pipeline);
    return [];
  }
  const plan = await runDue(pipeline);
  const isQuiet = plan?.buyers === 0 && plan.skipped === undefined && plan.failed.length === 0;
  return isQuiet ? [nobodyDue] : [];
}

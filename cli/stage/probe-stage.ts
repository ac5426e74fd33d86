import { type FunctionName, functions } from '../../functions/wiring.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { FunctionFailedError } from './invoke-function.ts';
import type { OpenStage } from './open-stage.ts';

/** The permissions of a deployed function on the ledger, as tested by the function itself. */
export type FunctionProbe = { readonly name: FunctionName } & (
  | { readonly state: 'granted'; readonly grants: number }
  /** Every use that AWS denies. */
  | { readonly state: 'denied'; readonly denied: readonly string[] }
  /** The function failed, with its own message. */
  | { readonly state: 'failed'; readonly problem: string }
  /** It was deployed by a version that can't test its permissions. */
  | { readonly state: 'unknown' }
);

/** `dryRun`: a version that does not know `probeGrants` does nothing. */
const question = { probeGrants: true, dryRun: true } as const;

/**
 * Lets each function that uses the ledger test the permissions of its role. Writes nothing. Rejects with the SDK's
 * error if a function can't be invoked.
 */
export async function probeStage({
  stage,
  invoke,
}: Pick<OpenStage, 'stage' | 'invoke'>): Promise<FunctionProbe[]> {
  const names = (Object.keys(functions) as FunctionName[]).filter(
    (name) => Object.keys(functions[name].ledger.items).length > 0 && stage.functions[name] !== undefined,
  );
  return inParallel(names, names.length, async (name) => ({ name, ...(await probe(name, invoke)) }));
}

async function probe(name: FunctionName, invoke: OpenStage['invoke']) {
  try {
    return judge(await invoke(name, question));
  } catch (error) {
    if (!(error instanceof FunctionFailedError)) throw error;
    return { state: 'failed', problem: describeError(error) } as const;
  }
}

function judge(answer: unknown) {
  const grants = typeof answer === 'object' && answer !== null && 'grants' in answer ? answer.grants : null;
  if (!Array.isArray(grants) || grants.length === 0) return { state: 'unknown' } as const;
  const denied = grants.filter(({ granted }) => granted !== true).map(({ use }) => String(use));
  if (denied.length > 0) return { state: 'denied', denied } as const;
  return { state: 'granted', grants: grants.length } as const;
}

/** One sentence for a function. */
export function tellProbe(probe: FunctionProbe): string {
  switch (probe.state) {
    case 'granted':
      return `${probe.name}: all ${probe.grants} permissions granted`;
    case 'denied':
      return `${probe.name}: access denied: ${probe.denied.join('; ')}`;
    case 'failed':
      return `${probe.name} failed: ${probe.problem}`;
    case 'unknown':
      return `${probe.name}: its version can't test its permissions`;
  }
}

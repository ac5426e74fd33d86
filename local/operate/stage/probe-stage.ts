import { type FunctionName, functions } from '../../../functions/wiring.ts';
import { inParallel } from '../../../shared/domain/concurrency.ts';
import { describeError } from '../../../shared/runtime/describe-error.ts';
import { FunctionFailedError } from './invoke-function.ts';
import type { OpenStage } from './open-stage.ts';

/** What a deployed function may do to the ledger, as tried by the function itself. */
export type FunctionProbe = { readonly name: FunctionName } & (
  | { readonly state: 'granted'; readonly grants: number }
  /** Each use that AWS denies. */
  | { readonly state: 'denied'; readonly denied: readonly string[] }
  /** The function could not try: its own sentence. */
  | { readonly state: 'failed'; readonly problem: string }
  /** It was deployed by a version that can't try. */
  | { readonly state: 'unknown' }
);

/** `dryRun`: a version that does not know the question does nothing. */
const question = { probeGrants: true, dryRun: true } as const;

/**
 * Lets each function that uses the ledger try what its role was granted. Nothing is written. Rejects with what the SDK
 * throws when a function can't be invoked.
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
      return `${probe.name}: all ${probe.grants} grants hold`;
    case 'denied':
      return `${probe.name}: access denied: ${probe.denied.join('; ')}`;
    case 'failed':
      return `${probe.name} failed: ${probe.problem}`;
    case 'unknown':
      return `${probe.name}: its version can't try its grants`;
  }
}

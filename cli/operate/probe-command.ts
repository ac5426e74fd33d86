import type { Command } from 'commander';
import { type FunctionName, functions } from '../../functions/wiring.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { FunctionFailedError } from '../aws/aws-problem.ts';
import type { OpenStage } from '../aws/open-stage.ts';
import { stageOption } from '../options.ts';

export function addProbeCommand(program: Command): void {
  program
    .command('probe')
    .description(
      'make each deployed function test the permissions of its role, transactions included; write nothing',
    )
    .addOption(stageOption('the stage, such as dev or prod').makeOptionMandatory())
    .option('--json', 'print one JSON object on stdout')
    .action(probe);
}

async function probe({
  stage: name,
  json,
}: {
  readonly stage: string;
  readonly json?: boolean;
}): Promise<void> {
  const { openStage } = await import('../aws/open-stage.ts');
  const stage = await openStage(name);
  try {
    const probes = await probeStage(stage);
    if (json) console.log(JSON.stringify({ stage: name, functions: probes }));
    else for (const one of probes) console.log(tellProbe(one));
    if (probes.length === 0 || probes.some(({ state }) => state !== 'granted')) process.exitCode = 1;
  } finally {
    stage.close();
  }
}

/** The permissions of a deployed function on the ledger, as tested by the function itself. */
type FunctionProbe = { readonly name: FunctionName } & (
  | { readonly state: 'granted'; readonly grants: number }
  /** Every use that AWS denies. */
  | { readonly state: 'denied'; readonly denied: readonly string[] }
  /** The function failed, with its own message, or its version can't test its permissions. */
  | { readonly state: 'failed'; readonly problem: string }
);

/** `dryRun`: a version that does not know `probeGrants` does nothing. */
const question = { probeGrants: true, dryRun: true } as const;

/** Lets each function that uses the ledger test the permissions of its role. Writes nothing. */
async function probeStage({ stage, invoke }: Pick<OpenStage, 'stage' | 'invoke'>): Promise<FunctionProbe[]> {
  const names = (Object.keys(functions) as FunctionName[]).filter(
    (name) => Object.keys(functions[name].ledger.items).length > 0 && stage.functions[name] !== undefined,
  );
  return inParallel(names, names.length, async (name) => ({ name, ...(await tryGrants(name, invoke)) }));
}

async function tryGrants(name: FunctionName, invoke: OpenStage['invoke']) {
  try {
    return judge(await invoke(name, question));
  } catch (error) {
    if (!(error instanceof FunctionFailedError)) throw error;
    return { state: 'failed', problem: describeError(error) } as const;
  }
}

function judge(answer: unknown) {
  const grants = typeof answer === 'object' && answer !== null && 'grants' in answer ? answer.grants : null;
  if (!Array.isArray(grants) || grants.length === 0) {
    return { state: 'failed', problem: "its version can't test its permissions" } as const;
  }
  const denied = grants.filter(({ granted }) => granted !== true).map(({ use }) => String(use));
  if (denied.length > 0) return { state: 'denied', denied } as const;
  return { state: 'granted', grants: grants.length } as const;
}

/** One sentence for a function. */
function tellProbe(probe: FunctionProbe): string {
  switch (probe.state) {
    case 'granted':
      return `${probe.name}: all ${probe.grants} permissions granted`;
    case 'denied':
      return `${probe.name}: access denied: ${probe.denied.join('; ')}`;
    case 'failed':
      return `${probe.name} failed: ${probe.problem}`;
  }
}

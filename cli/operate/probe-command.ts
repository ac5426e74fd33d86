import type { Command } from 'commander';
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
  const [{ openStage }, { probeStage, tellProbe }] = await Promise.all([
    import('../stage/open-stage.ts'),
    import('../stage/probe-stage.ts'),
  ]);
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

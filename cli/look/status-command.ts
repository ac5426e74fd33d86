import type { Command } from 'commander';
import { systemClock } from '../../shared/runtime/system.ts';
import type { DeployedStage } from '../aws/find-stage.ts';
import type { QueueDepth } from '../aws/queue-depths.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { withLedger } from '../with-ledger.ts';
import { reportStatus } from './report-status.ts';
import { tellStatus } from './tell-status.ts';

export function addStatusCommand(program: Command): void {
  addPlaceOptions(program.command('status'))
    .description(
      'show health: the last tick, the last new signal, the backlog; exit with 1 when something needs attention',
    )
    .action(showStatus);
}

async function showStatus(options: PlaceOptions): Promise<void> {
  await withLedger(options, async (chosen) => {
    const config = await chosen.readConfig();
    const queues = chosen.stage === null ? null : await readQueues(chosen.stage.stage);
    const stage = options.stage ?? null;
    const report = await reportStatus(chosen.ledger, config, {
      stage,
      runner: chosen.runner,
      queues,
      now: systemClock.now(),
    });
    if (options.json) console.log(JSON.stringify(report));
    else for (const line of tellStatus(report)) console.log(line);
    if (report.needs.length > 0) process.exitCode = 1;
  });
}

async function readQueues(stage: DeployedStage): Promise<QueueDepth[]> {
  const { readQueueDepths } = await import('../aws/queue-depths.ts');
  return readQueueDepths(stage);
}

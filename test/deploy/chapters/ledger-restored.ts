import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackName, stageOutputs } from '../../../shared/runtime/stage-names.ts';
import { commandsOfSection, followCommand } from '../documented-commands.ts';
import { projectRoot, type Scene } from '../scene.ts';
import { signalpost } from '../signalpost.ts';
import { step } from '../story.ts';

const heading = 'Go back to an earlier ledger';

interface Stage {
  readonly stage: string;
  readonly config: string;
  /** Its table, with an item in it. */
  readonly table: string;
}

/** The runbook's way, command by command, for a stage whose functions are down. The table that it had is gone in the end. */
export async function restoreLedger(scene: Scene, before: Stage): Promise<void> {
  const { stage, table } = before;
  const items = await itemsOf(scene, table);
  if (items.length === 0) throw new Error(`nothing is in ${table}: nothing would be restored`);
  const commands = commandsOfSection(readFileSync(join(projectRoot, 'docs/runbook.md'), 'utf8'), heading);
  for (const command of commands) {
    const here = command.replaceAll('STAGE', stage).replaceAll(/\bTABLE\b/g, table);
    await step(`runbook: ${here}`, () => follow(scene, before, here));
    if (command.startsWith('signalpost restore')) {
      await step('the ledger is in a table of its own, item for item', () =>
        checkCopied(scene, before, items),
      );
    }
  }
  await step('the stage uses that table, and no other is left', async () => {
    const own = await ownTable(scene, stage);
    const where = ['--stage', stage, '--config', before.config];
    const { stdout } = await signalpost(scene, ['doctor', ...where, '--json'], { exitCode: 1 });
    const { checks } = JSON.parse(stdout) as { checks: { check: string; state: string; found: string }[] };
    const stacks = checks.find(({ check }) => check === 'stacks');
    if (stacks?.state !== 'ok') throw new Error(`the doctor says of the stacks: ${stacks?.found}`);
    const tables = await tablesOf(scene, stage);
    if (tables.join() !== own) throw new Error(`left are the tables ${tables.join(', ')}, not ${own} alone`);
  });
}

async function follow(scene: Scene, { config }: Stage, command: string): Promise<void> {
  // The stage has a config of its own, and nobody sits at a terminal.
  const given = command
    .replace(/^npm run \w+ .*/, `$& --config '${config}' --yes`)
    .replace(/^signalpost .*/, `npm run -s $& --config '${config}'`)
    .replace(/^npm run -s signalpost/, '$& --');
  // Its service does not exist, and the doctor says so.
  const exitCodes = command.startsWith('signalpost doctor') ? [1] : [0];
  await followCommand(scene, given, { cwd: projectRoot, exitCodes });
}

async function checkCopied(scene: Scene, { stage, table }: Stage, items: readonly string[]): Promise<void> {
  const own = await ownTable(scene, stage);
  if (own === table) throw new Error(`the stage has the table that was set aside, ${table}`);
  const copied = await itemsOf(scene, own);
  if (copied.join() !== items.join()) throw new Error(`${own} has ${copied.join()}, not ${items.join()}`);
  const kept = await itemsOf(scene, table);
  if (kept.join() !== items.join()) throw new Error('the table that was set aside was changed');
}

async function ownTable({ aws }: Scene, stage: string): Promise<string> {
  const { Stacks } = await aws.call<{ Stacks: { Outputs: { OutputKey: string; OutputValue: string }[] }[] }>(
    'cloudformation',
    'DescribeStacks',
    { StackName: stackName(stage, 'state') },
  );
  const output = Stacks[0]?.Outputs.find(({ OutputKey }) => OutputKey === stageOutputs.table);
  if (output === undefined) throw new Error(`the state stack of ${stage} does not tell its table`);
  return output.OutputValue;
}

async function itemsOf({ aws }: Scene, TableName: string): Promise<string[]> {
  const { Items } = await aws.call<{ Items: object[] }>('dynamodb', 'Scan', { TableName });
  return Items.map((item) => JSON.stringify(Object.entries(item).sort())).sort();
}

async function tablesOf({ aws }: Scene, stage: string): Promise<string[]> {
  const { TableNames } = await aws.call<{ TableNames: string[] }>('dynamodb', 'ListTables');
  return TableNames.filter((name) => name.startsWith(`signalpost-${stage}-`));
}

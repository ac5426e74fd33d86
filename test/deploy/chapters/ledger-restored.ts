import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackName } from '../../../shared/runtime/stage-names.ts';
import { manifestOf } from '../support/deployed-stage.ts';
import { commandsOfSection, followCommand } from '../support/documented-commands.ts';
import { projectRoot, type Scene } from '../support/scene.ts';
import { signalpost } from '../support/signalpost.ts';
import { step } from '../support/story.ts';

const heading = 'Go back to an earlier ledger';

interface Stage {
  readonly stage: string;
  readonly config: string;
  /** Its table, with an item in it. */
  readonly table: string;
}

/** The runbook's way, command by command, for a stage whose functions are down. */
export async function restoreLedger(scene: Scene, before: Stage): Promise<void> {
  const { stage, table, config } = before;
  const restored = `${stackName(stage, 'state')}-restored`;
  const items = await itemsOf(scene, table);
  if (items.length === 0) throw new Error(`nothing is in ${table}: nothing would be restored`);
  const commands = commandsOfSection(readFileSync(join(projectRoot, 'docs/runbook.md'), 'utf8'), heading);
  for (const command of commands) {
    const here = command.replaceAll('STAGE', stage).replaceAll(/\bTABLE\b/g, table);
    if (command.startsWith('npm run deploy')) nameTable(config, restored);
    await step(`runbook: ${here}`, () => follow(scene, before, here));
  }
  const where = ['--stage', stage, '--config', config];
  await step('the functions and the doctor use the restored table, item for item', async () => {
    const { stdout } = await signalpost(scene, ['doctor', ...where, '--json'], { exitCode: 1 });
    const { checks } = JSON.parse(stdout) as { checks: { check: string; state: string; found: string }[] };
    for (const name of ['stacks', 'ledger']) {
      const found = checks.find(({ check }) => check === name);
      if (found?.state !== 'ok') throw new Error(`the doctor says of the ${name}: ${found?.found}`);
    }
    await checkUsed(scene, stage, restored);
    const own = await itemsOf(scene, restored);
    const lost = items.filter((item) => !own.includes(item));
    if (lost.length > 0) throw new Error(`${restored} lacks ${lost.join()}`);
    const kept = await itemsOf(scene, table);
    if (kept.join() !== items.join()) throw new Error('the former table was changed');
  });
  await step('the sweep runs on the restored table', () =>
    signalpost(scene, ['invoke', 'compose-digests', '--stage', stage]),
  );
  await step('the next deploy keeps the table, and one without its name is refused', async () => {
    await signalpost(scene, ['deploy', ...where, '--yes']);
    await checkUsed(scene, stage, restored);
    nameTable(config, undefined);
    const { stderr } = await signalpost(scene, ['deploy', ...where, '--yes'], { exitCode: 2 });
    if (!stderr.includes(`use the table ${restored}`)) throw new Error(`the deploy says: ${stderr}`);
  });
}

function nameTable(config: string, table: string | undefined): void {
  const given = JSON.parse(readFileSync(config, 'utf8'));
  writeFileSync(config, JSON.stringify({ ...given, ledger: table === undefined ? undefined : { table } }));
}

async function follow(scene: Scene, { config }: Stage, command: string): Promise<void> {
  // The stage has a config of its own, and nobody sits at a terminal.
  const given = command
    .replace(/^npm run \w+ .*/, `$& --config '${config}' --yes`)
    .replace(/^signalpost doctor .*/, `$& --config '${config}'`)
    .replace(/^signalpost /, 'npm run -s signalpost -- ');
  // Its service does not exist, and the doctor says so.
  const exitCodes = command.startsWith('signalpost doctor') ? [1] : [0];
  await followCommand(scene, given, { cwd: projectRoot, exitCodes });
}

async function checkUsed(scene: Scene, stage: string, table: string): Promise<void> {
  const used = (await manifestOf(scene, stage))?.table;
  if (used !== table) throw new Error(`the functions of ${stage} use the table ${used}, not ${table}`);
}

async function itemsOf({ aws }: Scene, TableName: string): Promise<string[]> {
  const { Items } = await aws.call<{ Items: object[] }>('dynamodb', 'Scan', { TableName });
  return Items.map((item) => JSON.stringify(Object.entries(item).sort())).sort();
}

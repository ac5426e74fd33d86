import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../support/commands/run-command.ts';
import { followCommand } from '../support/documented-commands.ts';
import { projectRoot, type Scene } from '../support/scene.ts';
import { step } from '../support/story.ts';
import { letSignalsArrive } from './signals-arrive.ts';

/**
 * Goes back to the last released version and up again, each time over the ledger of the other. The signals that come
 * between must arrive, and none that came before comes again. Without a tag, this version follows itself, with another config, so
 * that every function is replaced all the same.
 */
export async function upgrade(scene: Scene): Promise<void> {
  const tags = [
    'tag',
    '--merged',
    'HEAD',
    '--no-contains',
    'HEAD',
    '--list',
    'v*',
    '--sort=-version:refname',
  ];
  const [last = ''] = (await runCommand('git', tags, { cwd: projectRoot })).split('\n');
  if (last !== '') {
    const older = await checkOut(scene, last);
    await deploy(scene, older, `a rollback to ${last}`);
    await letSignalsArrive(scene);
  }
  const config = readFileSync(scene.config, 'utf8');
  const changed = config.replace('topByHotness: 1', 'topByHotness: 2');
  if (changed === config)
    throw new Error('the config of the newcomer has no topByHotness: nothing would change');
  writeFileSync(scene.config, changed);
  await deploy(scene, scene.clone, `an upgrade from ${last === '' ? 'this version' : last}`);
  await letSignalsArrive(scene);
}

/** The files of a tag with the packages that it locks, and the newcomer's config. */
async function checkOut(scene: Scene, tag: string): Promise<string> {
  const folder = join(scene.workspace, tag);
  mkdirSync(folder);
  await runCommand('bash', ['-c', `git archive ${tag} | tar -x -C '${folder}'`], { cwd: projectRoot });
  await step(`install the packages of ${tag}`, () => runCommand('npm', ['ci'], { cwd: folder }));
  cpSync(scene.config, join(folder, 'signalpost.config.ts'));
  return folder;
}

async function deploy(scene: Scene, cwd: string, what: string): Promise<void> {
  await step(`${what}: npm run deploy`, async () => {
    const before = await tablesOf(scene);
    await followCommand(scene, `npm run deploy -- --stage ${scene.stage} --yes`, { cwd });
    const after = await tablesOf(scene);
    if (after !== before) throw new Error(`the tables were ${before}, and are ${after}`);
  });
}

async function tablesOf({ aws }: Scene): Promise<string> {
  const { TableNames } = await aws.call<{ TableNames: string[] }>('dynamodb', 'ListTables');
  return TableNames.join(', ');
}

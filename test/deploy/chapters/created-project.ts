import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newcomersEnvironment } from '../../support/commands/newcomer.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { packPackages } from '../../support/pack-packages.ts';
import { commandsOfSection, followCommand } from '../support/documented-commands.ts';
import type { Scene } from '../support/scene.ts';
import { step, waitUntil } from '../support/story.ts';

/** Somebody without a clone: the README of a project that npm creates, followed until a digest arrives; then destroyed. */
export async function followCreatedProject(scene: Scene): Promise<void> {
  const project = await step('a project is created from the packed tarballs', () => createProject(scene));
  const before = scene.destination.taken.length;
  for (const command of commandsOfSection(
    readFileSync(join(project, 'README.md'), 'utf8'),
    'Deploy it to AWS',
  )) {
    await step(`README of the project: ${command}`, () => follow(scene, project, command));
  }
  await step('a digest of the created project arrives', () =>
    waitUntil(() => scene.destination.taken.length > before, {
      seconds: 300,
      state: () => 'no digest came to the webhook',
    }),
  );
  const destroy = `npm run destroy -- --stage ${scene.stage} --yes`;
  await step(`README of the project: ${destroy}`, () => follow(scene, project, destroy));
}

/** Its config sends at once, so that the test need not wait for a morning. */
async function createProject({ workspace, upstream, signal }: Scene): Promise<string> {
  const { signalpost, 'create-signalpost': creator } = packPackages(workspace);
  const project = join(workspace, 'my-alerts');
  const bridges = upstream.world.bridges.map(({ bridgeId }) => bridgeId).join(' ');
  const run = (command: string, cwd: string) =>
    runCommand('bash', ['-c', command], { cwd, signal, env: newcomersEnvironment() });
  await run(
    `npm exec --yes --package=${creator.tarball} -- create-signalpost my-alerts --signalpost ${signalpost.tarball} \
      --url ${upstream.url} --bridge ${bridges} --destination webhook`,
    workspace,
  );
  await run('npm install', project);
  const file = join(project, 'signalpost.config.ts');
  const config = readFileSync(file, 'utf8')
    .replace("firstRun: 'baseline'", "firstRun: { sendLast: '30 days' }")
    .replace("every: '15 minutes'", "every: '1 minute'")
    .replace(/when: weekdaysAt\(.*\)/, "when: 'immediately'");
  writeFileSync(file, config);
  return project;
}

async function follow(scene: Scene, project: string, command: string): Promise<void> {
  const { upstream, destination, signingSecret, emulator } = scene;
  const secrets: Readonly<Record<string, string>> = {
    BRIDGE_ACCESS_TOKEN: upstream.token,
    WEBHOOK_URL: destination.url,
    WEBHOOK_SIGNING_SECRET: signingSecret,
  };
  const { PATH = '' } = newcomersEnvironment(emulator.environment);
  await followCommand(scene, command, { cwd: project, env: { PATH }, secrets });
}

import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { commandsOfSection, followCommand } from '../support/documented-commands.ts';
import { projectRoot, type Scene } from '../support/scene.ts';
import { step, waitUntil } from '../support/story.ts';

const heading = 'From clone to first digest in the cloud';

/** Follows docs/deploying.md word for word, in a copy of the project and an empty account, until digests arrive. */
export async function walkNewcomersPath(scene: Scene): Promise<void> {
  const commands = commandsOfSection(readFileSync(join(projectRoot, 'docs/deploying.md'), 'utf8'), heading);
  copyProject(scene);
  const deployedAt = commands.findIndex((command) => command.startsWith('npm run deploy'));
  for (const [index, command] of commands.entries()) {
    // The first look is there to say what is missing.
    const mayFind = index < deployedAt && command.includes(' doctor ');
    await follow(scene, command, mayFind ? [0, 1] : [0]);
  }
  const { destination, slack } = scene;
  await step('the first digests are there, in Slack and at the webhook', () =>
    waitUntil(() => slack.taken.length > 0 && destination.taken.length > 0, {
      seconds: 300,
      state: () => `${slack.taken.length} came to Slack, and ${destination.taken.length} to the webhook`,
    }),
  );
}

async function follow(scene: Scene, command: string, exitCodes: readonly number[]): Promise<void> {
  // Its packages are those of this project, which README's test command has installed.
  if (command === 'npm ci') return;
  const secrets: Readonly<Record<string, string>> = {
    BRIDGE_ACCESS_TOKEN: scene.upstream.token,
    DIGEST_SIGNING_SECRET: scene.signingSecret,
    SLACK_WEBHOOK_URL: scene.slack.url,
  };
  await step(`docs/deploying.md: ${command}`, async () => {
    const ended = command.includes(' page ') ? openUntilShown(command) : command;
    await followCommand(scene, ended, { cwd: scene.clone, exitCodes, secrets });
  });
}

/** The page is there until Ctrl-C, which comes when it was read once. */
function openUntilShown(command: string): string {
  const told = 'page.txt';
  const open = `timeout --signal=INT 60 ${command} > ${told} &`;
  const wait = `for second in $(seq 40); do grep --quiet '^Open' ${told} && break; sleep 1; done`;
  const read = `curl --silent --fail "$(sed --quiet 's#^Open \\(.*\\)/?#\\1/api/now?#p' ${told})"`;
  return `${open}\n${wait}\n${read} > /dev/null; shown=$?; kill $!; wait $!; ( exit $shown )`;
}

/** With the config that a newcomer would have written by then, and alarms. */
function copyProject(scene: Scene): void {
  const left = new Set([
    '.git',
    'node_modules',
    'cdk.out',
    'coverage',
    'dist',
    '.deploy-test',
    '.signalpost',
  ]);
  cpSync(projectRoot, scene.clone, { recursive: true, filter: (path) => !left.has(basename(path)) });
  symlinkSync(join(projectRoot, 'node_modules'), join(scene.clone, 'node_modules'), 'junction');
  writeFileSync(scene.config, configText(scene));
}

function configText({ upstream, buyers, destination, alarmReceiver }: Scene): string {
  const webhookTo = (url: string) =>
    `webhook({ url: '${url}', signingSecret: secret('DIGEST_SIGNING_SECRET') })`;
  return `import { defineConfig, secret, slack, webhook } from './shared/config/define-config.ts';

export default defineConfig({
  api: { baseUrl: '${upstream.url}', token: secret('BRIDGE_ACCESS_TOKEN') },
  watch: { buyers: ${JSON.stringify(buyers)}, every: '1 minute', firstRun: { sendLast: '30 days' } },
  hot: { topByHotness: 1 },
  routes: [
    { id: 'sales', when: 'immediately', to: slack(secret('SLACK_WEBHOOK_URL')) },
    { id: 'crm', when: 'immediately', to: ${webhookTo(destination.url)} },
  ],
  alarms: { to: ${webhookTo(alarmReceiver.url)} },
  local: true,
});
`;
}

import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ReceivedMessage, startDemoReceiver } from '../../../machine/receiver/receiver.ts';
import { commandsOfSection, followCommand } from '../documented-commands.ts';
import { allowBatchesOfAll } from '../role-grants.ts';
import { projectRoot, type Scene } from '../scene.ts';
import { step, waitUntil } from '../story.ts';

const heading = 'From clone to first digest in the cloud';

/** Follows docs/deploying.md word for word, in a copy of the project and an empty account, until digests arrive. */
export async function walkNewcomersPath(scene: Scene): Promise<void> {
  const commands = commandsOfSection(readFileSync(join(projectRoot, 'docs/deploying.md'), 'utf8'), heading);
  const messages: ReceivedMessage[] = [];
  const { signingSecret } = scene;
  const receiver = await startDemoReceiver({
    port: 0,
    signingSecret,
    onMessage: (message) => messages.push(message),
  });
  try {
    const clone = copyProject(scene, receiver.webhookUrl);
    const secrets = { ...scene.secrets, SLACK_WEBHOOK_URL: receiver.slackUrl };
    const deployedAt = commands.findIndex((command) => command.startsWith('npm run deploy'));
    for (const [index, command] of commands.entries()) {
      // The first look is there to say what is missing.
      const mayFind = index < deployedAt && command.includes(' doctor ');
      await follow(scene, { clone, command, secrets, exitCodes: mayFind ? [0, 1] : [0] });
    }
    const arrived = (kind: ReceivedMessage['kind']) =>
      messages.some((message) => message.kind === kind && message.accepted);
    await step('the first digests are there, in Slack and signed at the webhook', () =>
      waitUntil(() => arrived('slack') && arrived('webhook'), {
        seconds: 300,
        state: () => `${messages.length} messages came: ${messages.map(({ kind }) => kind).join(', ')}`,
      }),
    );
  } finally {
    await receiver.close();
  }
}

interface Step {
  readonly clone: string;
  readonly command: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly exitCodes: readonly number[];
}

async function follow(scene: Scene, { clone, command, secrets, exitCodes }: Step): Promise<void> {
  // Its packages are those of this project, which README's test command has installed.
  if (command === 'npm ci') return;
  await step(`docs/deploying.md: ${command}`, async () => {
    const [, secret = ''] = /secrets set (\w+)/.exec(command) ?? [];
    const piped = secret === '' ? command : `printf '%s' "$VALUE" | ${command}`;
    await followCommand(scene, piped, { cwd: clone, exitCodes, env: { VALUE: secrets[secret] ?? '' } });
    if (command.startsWith('npm run deploy')) await allowBatchesOfAll(scene);
  });
}

/** With the config that a newcomer would have written by then. */
function copyProject(scene: Scene, webhookUrl: string): string {
  const clone = join(scene.workspace, 'clone');
  const left = new Set(['.git', 'node_modules', 'cdk.out', 'coverage', '.deploy-test', '.signalpost']);
  cpSync(projectRoot, clone, { recursive: true, filter: (path) => !left.has(basename(path)) });
  symlinkSync(join(projectRoot, 'node_modules'), join(clone, 'node_modules'), 'junction');
  writeFileSync(join(clone, 'signalpost.config.ts'), configText(scene, webhookUrl));
  return clone;
}

function configText({ upstream, buyers }: Scene, webhookUrl: string): string {
  return `import { defineConfig, secret, slack, webhook } from './shared/config/define-config.ts';

export default defineConfig({
  api: { baseUrl: '${upstream.url}', token: secret('BRIDGE_ACCESS_TOKEN') },
  watch: { buyers: ${JSON.stringify(buyers)}, every: '1 minute', firstRun: { sendLast: '30 days' } },
  hot: { topByHotness: 1 },
  routes: [
    { id: 'sales', when: 'immediately', to: slack(secret('SLACK_WEBHOOK_URL')) },
    {
      id: 'crm',
      when: 'immediately',
      to: webhook({ url: '${webhookUrl}', signingSecret: secret('DIGEST_SIGNING_SECRET') }),
    },
  ],
  local: true,
});
`;
}

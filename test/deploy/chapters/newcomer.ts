import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { startDestination } from '../destination.ts';
import { commandsOfSection, followCommand } from '../documented-commands.ts';
import { allowBatchesOfAll } from '../role-grants.ts';
import { projectRoot, type Scene } from '../scene.ts';
import { step, waitUntil } from '../story.ts';

const heading = 'From clone to first digest in the cloud';

/** Follows docs/deploying.md word for word, in a copy of the project and an empty account, until digests arrive. */
export async function walkNewcomersPath(scene: Scene): Promise<void> {
  const commands = commandsOfSection(readFileSync(join(projectRoot, 'docs/deploying.md'), 'utf8'), heading);
  const receiver = await startDestination();
  try {
    const clone = copyProject(scene, `${receiver.url}/webhook`);
    const secrets = { ...scene.secrets, SLACK_WEBHOOK_URL: `${receiver.url}/slack` };
    const deployedAt = commands.findIndex((command) => command.startsWith('npm run deploy'));
    for (const [index, command] of commands.entries()) {
      // The first look is there to say what is missing.
      const mayFind = index < deployedAt && command.includes(' doctor ');
      await follow(scene, { clone, command, secrets, exitCodes: mayFind ? [0, 1] : [0] });
    }
    const arrivedAt = (place: string) => receiver.taken.filter(({ path }) => path.endsWith(place));
    await step('the first digests are there, in Slack and at the webhook', () =>
      waitUntil(() => arrivedAt('/slack').length > 0 && arrivedAt('/webhook').length > 0, {
        seconds: 300,
        state: () =>
          `${receiver.taken.length} messages came: ${receiver.taken.map(({ path }) => path).join()}`,
      }),
    );
    const webhook = new Webhook(scene.signingSecret);
    for (const { body, headers } of arrivedAt('/webhook'))
      webhook.verify(body, headers as Record<string, string>);
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

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigInput } from '../../../shared/config/signalpost-config.ts';
import type { ForeignConfigs } from '../../support/foreign-app/stack.ts';
import { deployedFunctions } from '../deployed-functions.ts';
import type { Destination } from '../destination.ts';
import { followCommand } from '../documented-commands.ts';
import { allowBatchesOfAll } from '../role-grants.ts';
import { projectRoot, type Scene } from '../scene.ts';
import { signalpost } from '../signalpost.ts';
import { step, waitUntil } from '../story.ts';

/** Two Signalposts in a stack of somebody else's, whose CDK app deploys them: by its own CDK, and not by our commands. */
export async function deployForeignApp(scene: Scene): Promise<void> {
  const configs: ForeignConfigs = {
    sales: configFor(scene, scene.destination),
    ops: configFor(scene, scene.slack),
  };
  const file = join(scene.workspace, 'configs.json');
  writeFileSync(file, JSON.stringify(configs));
  const app = 'node build/bundles.ts && node test/support/foreign-app/app.ts';
  const cdk = (command: string) =>
    followCommand(
      scene,
      `npx cdk ${command} --app '${app}' --output "$CDK_OUTPUT-foreign" -c configs='${file}'`,
      {
        cwd: projectRoot,
      },
    );
  await step('a foreign app is deployed by its own CDK, with its secrets, key, table and topic', async () => {
    await createSecret(scene, 'ours/bridge', { BRIDGE_ACCESS_TOKEN: scene.upstream.token });
    await createSecret(scene, 'signalpost/sales/api', { BRIDGE_ACCESS_TOKEN: scene.upstream.token });
    for (const stage of ['sales', 'ops'])
      await createSecret(scene, `signalpost/${stage}/destinations`, {
        DIGEST_SIGNING_SECRET: scene.signingSecret,
      });
    await cdk('deploy --require-approval never');
  });
  for (const [stage, destination] of [
    ['sales', scene.destination],
    ['ops', scene.slack],
  ] as const) {
    await step(`digests of ${stage} arrive, and the CLI finds the stage`, () =>
      arrive(scene, stage, configs[stage], destination),
    );
  }
  await step('the foreign app takes all of it down', async () => {
    await cdk('destroy --force');
    const config = join(scene.workspace, 'ops.json');
    const { stderr } = await signalpost(scene, ['status', '--stage', 'ops', '--config', config], {
      exitCode: 2,
    });
    if (!stderr.includes('is not deployed here')) throw new Error(`the status says: ${stderr}`);
  });
}

async function arrive(
  scene: Scene,
  stage: string,
  written: ConfigInput,
  { taken }: Destination,
): Promise<void> {
  const functions = deployedFunctions(scene.emulator.endpoint, stage);
  await allowBatchesOfAll({ ...scene, functions });
  functions.close();
  const before = taken.length;
  const config = join(scene.workspace, `${stage}.json`);
  writeFileSync(config, JSON.stringify(written));
  const where = ['--stage', stage, '--config', config];
  await signalpost(scene, ['invoke', 'plan-polls', ...where]);
  await waitUntil(() => taken.length > before, { seconds: 240, state: () => 'no digest came' });
  await signalpost(scene, ['status', ...where, '--json']);
  const { stdout } = await signalpost(scene, ['doctor', ...where, '--json']);
  const { checks } = JSON.parse(stdout) as { checks: { check: string; found: string }[] };
  const found = checks.find(({ check }) => check === 'stacks')?.found;
  if (found !== 'deployed by another CDK app, with this config') throw new Error(`the doctor says: ${found}`);
}

async function createSecret(
  { aws }: Scene,
  Name: string,
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  await aws.call('secretsmanager', 'CreateSecret', { Name, SecretString: JSON.stringify(secrets) });
}

function configFor({ upstream, buyers }: Scene, { url }: Destination): ConfigInput {
  const signingSecret = { secret: 'DIGEST_SIGNING_SECRET' };
  return {
    api: { baseUrl: upstream.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    watch: { buyers, every: '1 minute', firstRun: { sendLast: '30 days' } },
    routes: [{ id: 'all', when: 'immediately', to: { type: 'webhook', url, signingSecret } }],
    local: true,
  };
}

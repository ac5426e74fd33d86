import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigInput } from '../../../shared/config/signalpost-config.ts';
import type { ForeignConfigs } from '../../support/foreign-app/stack.ts';
import type { Destination } from '../support/destination.ts';
import { followCommand } from '../support/documented-commands.ts';
import { allowBatchesOfAll } from '../support/role-grants.ts';
import { projectRoot, type Scene } from '../support/scene.ts';
import { signalpost } from '../support/signalpost.ts';
import { step, waitUntil } from '../support/story.ts';
import { renameStage } from './renamed-stage.ts';

/** Two Signalposts in a stack of somebody else's, whose CDK app deploys them: by its own CDK, and not by our commands. */
export async function deployForeignApp(scene: Scene): Promise<void> {
  const [sales, ops] = [configFor(scene, scene.destination), configFor(scene, scene.slack)];
  // What the rule holds is an alarm that the sweep judges.
  const flood = { over: 1, show: 1 };
  const configs = { sales: { ...sales, routes: sales.routes.map((one) => ({ ...one, flood })) }, ops };
  const file = join(scene.workspace, 'configs.json');
  const app = '--app \'node test/support/foreign-app/app.ts\' --output "$CDK_OUTPUT-foreign"';
  const cdk = (command: string, changes: Partial<ForeignConfigs> = {}) => {
    writeFileSync(file, JSON.stringify({ ...configs, ...changes }));
    return followCommand(scene, `cdk ${command} ${app} -c configs='${file}'`, { cwd: projectRoot });
  };
  const deploy = 'deploy --require-approval never';
  await step('a foreign app is deployed by its own CDK, with its secrets, key, table and topic', async () => {
    for (const name of ['ours/bridge', 'signalpost/sales/api', 'signalpost/leads/api'])
      await createSecret(scene, name, { BRIDGE_ACCESS_TOKEN: scene.upstream.token });
    for (const place of ['sales/destinations', 'leads/destinations', 'leads/alarms', 'ops/destinations'])
      await createSecret(scene, `signalpost/${place}`, { DIGEST_SIGNING_SECRET: scene.signingSecret });
    await followCommand(scene, 'node build/bundles.ts', { cwd: projectRoot });
    await cdk(deploy);
  });
  await step('digests of sales and of ops arrive, and the CLI finds both stages', () =>
    Promise.all([
      arrive(scene, 'sales', configs.sales, scene.destination),
      arrive(scene, 'ops', configs.ops, scene.slack),
    ]),
  );
  const leads = { ...configs.sales, alarms: { to: webhookTo(scene.alarmReceiver) } };
  await renameStage(scene, leads, () => cdk(deploy, { sales: leads, salesStage: 'leads' }));
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
  await allowBatchesOfAll(scene, stage);
  const before = taken.length;
  const config = join(scene.workspace, `${stage}.json`);
  writeFileSync(config, JSON.stringify(written));
  const where = ['--stage', stage, '--config', config];
  await signalpost(scene, ['invoke', 'plan-polls', ...where]);
  await waitUntil(() => taken.length > before, { seconds: 240, state: () => 'no digest came' });
  // What the flood rule of sales holds needs somebody.
  await signalpost(scene, ['status', ...where, '--json'], { exitCode: stage === 'sales' ? 1 : 0 });
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

/** One route, to a webhook. */
export function configFor({ upstream, buyers }: Scene, destination: Pick<Destination, 'url'>) {
  return {
    api: { baseUrl: upstream.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    watch: { buyers, every: '1 minute', firstRun: { sendLast: '30 days' } },
    routes: [{ id: 'all', when: 'immediately', to: webhookTo(destination) }],
    local: true,
  } satisfies ConfigInput;
}

function webhookTo({ url }: Pick<Destination, 'url'>) {
  return { type: 'webhook', url, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } } as const;
}

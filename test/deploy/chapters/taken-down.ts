import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackName } from '../../../shared/runtime/stage-names.ts';
import { manifestOf } from '../support/deployed-stage.ts';
import type { Scene } from '../support/scene.ts';
import { signalpost } from '../support/signalpost.ts';
import { step } from '../support/story.ts';
import { configFor } from './foreign-app.ts';
import { restoreLedger } from './ledger-restored.ts';

/** Each kind of thing that a stage is made of. Their names begin with that of the stack which made them. */
const kinds = [
  ['cloudformation', 'DescribeStacks'],
  ['cloudwatch', 'DescribeAlarms'],
  ['dynamodb', 'ListTables'],
  ['iam', 'ListRoles'],
  ['lambda', 'ListFunctions'],
  ['logs', 'DescribeLogGroups'],
  ['scheduler', 'ListSchedules'],
  ['sns', 'ListTopics'],
  ['sqs', 'ListQueues'],
] as const;

export async function takeDown(scene: Scene): Promise<void> {
  await step('signalpost destroy leaves nothing of dev', async () => {
    const before = await kindsLeft(scene, scene.stage);
    // Otherwise finding none of them afterwards would say nothing.
    const unseen = kinds.map(([service]) => service).filter((service) => !before.includes(service));
    if (unseen.length > 0) throw new Error(`nothing of the stage was found in ${unseen.join(', ')}`);
    await signalpost(scene, ['destroy', '--stage', scene.stage, '--config', scene.config, '--yes']);
    const left = await kindsLeft(scene, scene.stage);
    if (left.length > 0) throw new Error(`something is left in ${left.join(', ')}`);
  });
  await keepState(scene);
}

async function kindsLeft({ aws }: Scene, stage: string): Promise<string[]> {
  const left: string[] = [];
  for (const [service, operation] of kinds) {
    const listed = JSON.stringify(await aws.call(service, operation));
    // A log group has a slash behind its stack's name.
    if (new RegExp(`signalpost-${stage}[-/"]`).test(listed)) left.push(service);
  }
  return left;
}

/** A stage with state worth protecting takes no plain http: it has a config of its own, of a service that is not there. */
async function keepState(scene: Scene): Promise<void> {
  const stage = 'prod';
  const config = join(scene.workspace, 'prod.json');
  writeFileSync(config, JSON.stringify(prodConfig(scene)));
  const where = ['--stage', stage, '--config', config];
  const table = await step('signalpost deploy brings up prod', async () => {
    await signalpost(scene, ['deploy', ...where, '--yes', '--json']);
    await signalpost(scene, ['diff', ...where, '--read-only', '--json']);
    const TableName = (await manifestOf(scene, stage))?.table ?? '';
    const Item = { pk: { S: 'B#kept' }, sk: { S: 'META' }, v: { N: '1' } };
    await scene.aws.call('dynamodb', 'PutItem', { TableName, Item });
    return TableName;
  });
  await step('signalpost destroy leaves the state of prod behind, and nothing else', async () => {
    await signalpost(scene, ['destroy', ...where, '--yes', '--json']);
    const left = await kindsLeft(scene, stage);
    const kept = ['cloudformation', 'dynamodb'];
    if (left.join() !== kept.join()) throw new Error(`left are ${left.join(', ')}, not ${kept.join(', ')}`);
    const { StackSummaries } = await scene.aws.call<{ StackSummaries: StackSummary[] }>(
      'cloudformation',
      'ListStacks',
    );
    const stacks = StackSummaries.filter(({ StackStatus }) => StackStatus !== 'DELETE_COMPLETE')
      .map(({ StackName }) => StackName)
      .filter((name) => name.startsWith(`signalpost-${stage}`));
    if (stacks.join() !== stackName(stage, 'state'))
      throw new Error(`left are the stacks ${stacks.join(', ')}`);
    const Key = { pk: { S: 'B#kept' }, sk: { S: 'META' } };
    const { Item } = await scene.aws.call<{ Item?: object }>('dynamodb', 'GetItem', {
      TableName: table,
      Key,
    });
    if (!Item) throw new Error('the table is there, and what was in it is gone');
  });
  await restoreLedger(scene, { stage, table, config });
}

interface StackSummary {
  readonly StackName: string;
  readonly StackStatus: string;
}

function prodConfig(scene: Scene) {
  const { api, watch, routes } = configFor(scene, { url: 'https://hooks.example.com/signals' });
  return {
    api: { ...api, baseUrl: 'https://bridge.invalid' },
    watch: { buyers: watch.buyers.slice(0, 1), every: '15 minutes' },
    alarms: 'none',
    routes,
  };
}

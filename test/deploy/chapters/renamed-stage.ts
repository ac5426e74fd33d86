import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigInput } from '../../../shared/config/signalpost-config.ts';
import { alertsKey } from '../../../shared/ledger/items/keys.ts';
import { functionsOf, manifestOf } from '../support/deployed-stage.ts';
import { projectRoot, type Scene } from '../support/scene.ts';
import { signalpost } from '../support/signalpost.ts';
import { step, waitUntil } from '../support/story.ts';

/** The stage `sales`, on a table and a topic of the foreign app, gets another name, and a destination of its alarms. */
export async function renameStage(
  scene: Scene,
  changed: ConfigInput,
  deploy: () => Promise<void>,
): Promise<void> {
  const [stage, config] = ['leads', join(scene.workspace, 'leads.json')];
  writeFileSync(config, JSON.stringify(changed));
  const where = ['--stage', stage, '--config', config];
  const publish = await readPager(scene);
  const paged = () => scene.slack.taken.some(({ body }) => body.includes('signals-held'));
  await step('without alarms.to, the topic of the app gets what the sweep judges', () =>
    judge(scene, 'sales', paged),
  );
  await step('sales is deployed under another name, with alarms.to', deploy);
  await step('every function and pause refuse its ledger, and the doctor hands it over', async () => {
    const refuse = async (args: readonly string[], exitCode: number) => {
      const { stdout, stderr } = await signalpost(scene, [...args, ...where], { exitCode });
      if (!`${stdout}${stderr}`.includes('is the ledger of the stage sales, and leads may not use it'))
        throw new Error(`${args.join(' ')} says: ${stdout}${stderr}`);
    };
    const { 'tell-alarm': _, ...usingLedger } = await functionsOf(scene, stage);
    for (const name of Object.keys(usingLedger)) await refuse(['invoke', name], 1);
    await refuse(['pause', 'all'], 2);
    await refuse(['doctor'], 1);
    await signalpost(scene, ['doctor', '--take-ledger-from', 'sales', ...where]);
  });
  await step('other messages of the topic reach nobody, and an alarm of the stage reaches both', async () => {
    const receivers = [scene.alarmReceiver, scene.slack];
    const before = receivers.map(({ taken }) => taken.length);
    const theirs = { AlarmName: 'their-database', NewStateValue: 'ALARM', OldStateValue: 'OK' };
    await publish(JSON.stringify({ ...theirs, StateChangeTime: new Date().toISOString() }));
    await publish('their-lunch');
    const told = () =>
      receivers.map(({ taken }, index) =>
        taken
          .slice(before[index])
          .map(({ body }) => body)
          .join(),
      );
    await judge(scene, stage, () => told().every((text) => text.includes('signals-held')));
    const [alarms = ''] = told();
    if (alarms.includes('their-')) throw new Error(`the stage told of what is not its own: ${alarms}`);
  });
}

/** Lets the sweep judge its alarms anew, which it else does every five minutes, until they are told. */
async function judge(scene: Scene, stage: string, isTold: () => boolean): Promise<void> {
  const TableName = (await manifestOf(scene, stage))?.table;
  const Key = { pk: { S: alertsKey.pk }, sk: { S: alertsKey.sk } };
  await scene.aws.call('dynamodb', 'DeleteItem', { TableName, Key });
  const sweep = join(projectRoot, 'events/compose-digests.sweep.json');
  await signalpost(scene, ['invoke', 'compose-digests', '--stage', stage, '--event', sweep]);
  await waitUntil(isTold, { seconds: 120, state: () => 'the alarm that signals are held is not told' });
}

/** Lets the receiver of Slack get what is told to the topic of the app. Gives what tells it something. */
async function readPager({ aws, slack }: Scene): Promise<(Message: string) => Promise<unknown>> {
  const { Topics } = await aws.call<{ Topics: { TopicArn: string }[] }>('sns', 'ListTopics');
  const TopicArn = Topics.map((topic) => topic.TopicArn).find((arn) => arn.includes('Pager'));
  await aws.call('sns', 'Subscribe', { TopicArn, Protocol: 'http', Endpoint: slack.url });
  const tokens = () => slack.taken.map(({ body }) => /"Token": "([^"]+)"/.exec(body)?.[1]).filter(Boolean);
  await waitUntil(() => tokens().length > 0, {
    seconds: 30,
    state: () => 'the topic asks for no confirmation',
  });
  await aws.call('sns', 'ConfirmSubscription', { TopicArn, Token: tokens()[0] });
  return (Message) => aws.call('sns', 'Publish', { TopicArn, Message });
}

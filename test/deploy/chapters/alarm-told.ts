import { Webhook } from 'standardwebhooks';
import { functionsOf } from '../support/deployed-stage.ts';
import type { Scene } from '../support/scene.ts';
import { step, waitUntil } from '../support/story.ts';

interface AlarmBody {
  readonly type: string;
  readonly data: { readonly alarm: string; readonly figures: string };
}

/** Every alarm of the stage goes off, and is over again, by hand: a person hears of both, signed, through tell-alarm. */
export async function describeAlarms(scene: Scene): Promise<void> {
  const alarms = await listAlarms(scene);
  await step(`${alarms.length} alarms, set by hand, reach their receiver`, () =>
    setAll(scene, alarms, 'ALARM', 'alarm.raised'),
  );
  await step('and that they are over does too', () => setAll(scene, alarms, 'OK', 'alarm.cleared'));
}

/** Those that the function tells of: that it fails itself is told by another way. */
async function listAlarms(scene: Scene): Promise<string[]> {
  const { aws, stage } = scene;
  const { Subscriptions } = await aws.call<{ Subscriptions: Subscription[] }>('sns', 'ListSubscriptions');
  const teller = (await functionsOf(scene, stage))['tell-alarm'];
  const topic = Subscriptions.find(({ Endpoint }) => Endpoint.endsWith(`:function:${teller}`))?.TopicArn;
  if (topic === undefined) throw new Error('tell-alarm is subscribed to no topic');
  const { MetricAlarms } = await aws.call<{ MetricAlarms: MetricAlarm[] }>('cloudwatch', 'DescribeAlarms');
  const alarms = MetricAlarms.filter(({ AlarmActions }) => AlarmActions.includes(topic));
  if (alarms.length === 0) throw new Error('no alarm tells the topic of tell-alarm');
  return alarms.map(({ AlarmName }) => AlarmName);
}

interface Subscription {
  readonly TopicArn: string;
  readonly Endpoint: string;
}

interface MetricAlarm {
  readonly AlarmName: string;
  readonly AlarmActions: readonly string[];
}

async function setAll(
  { aws, alarmReceiver, signingSecret }: Scene,
  alarms: readonly string[],
  StateValue: string,
  type: string,
): Promise<void> {
  const StateReason = `Set to ${StateValue} by the deploy test`;
  const webhook = new Webhook(signingSecret);
  const told = () =>
    alarmReceiver.taken
      .map(({ body, headers }) => webhook.verify(body, headers as Record<string, string>) as AlarmBody)
      // Some go off by themselves here: the emulator makes no metrics from the functions' log lines.
      .filter((body) => body.type === type && body.data.figures.includes(StateReason))
      .map(({ data }) => data.alarm);
  for (const AlarmName of alarms) {
    await aws.call('cloudwatch', 'SetAlarmState', { AlarmName, StateValue, StateReason });
  }
  const missing = () => alarms.filter((name) => !told().includes(name));
  await waitUntil(() => missing().length === 0, {
    seconds: 120,
    state: () => `nobody was told of ${missing().join(', ')}`,
  });
}

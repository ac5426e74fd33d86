import { describeAlarm } from '../../../shared/domain/alerts/alarm.ts';

/** The event by which the topic hands an alarm to the function, its message as CloudWatch writes it. */
export function alarmEvent(changes: Readonly<Record<string, unknown>> = {}) {
  const Message = JSON.stringify({
    AlarmName: 'signalpost-prod-monitoring-PollingFails0A1B2C3D',
    AlarmDescription: describeAlarm('Buyers are not read.', 'Polling fails'),
    AWSAccountId: '123456789012',
    AlarmConfigurationUpdatedTimestamp: '2026-11-20T10:00:00.000+0000',
    NewStateValue: 'ALARM',
    NewStateReason: 'Threshold Crossed: 2 datapoints were greater than or equal to the threshold (1.0).',
    StateChangeTime: '2026-11-21T08:31:12.345+0000',
    Region: 'US East (N. Virginia)',
    OldStateValue: 'OK',
    Trigger: { MetricName: 'PollsFailed', Namespace: 'Signalpost' },
    ...changes,
  });
  return {
    Records: [{ EventSource: 'aws:sns', Sns: { Type: 'Notification', MessageId: 'a1b2-c3', Message } }],
  };
}

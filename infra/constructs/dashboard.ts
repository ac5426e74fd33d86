import { AlarmStatusWidget, GraphWidget, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { depthOf, sweepMetric } from './monitoring.ts';
import type { OperatedParts } from './operate.ts';

/** Adds the alarms, and whether sweeps end, queues empty and functions fail. */
export function addWidgets({ settings, ...parts }: OperatedParts, alarms: IAlarm[]): void {
  const { stage, monitoring = false } = settings;
  const dashboard = monitoring === false ? false : monitoring.dashboard;
  if (!dashboard) return;
  const title = (text: string): string => `Signalpost ${stage}: ${text}`;
  if (alarms.length > 0)
    dashboard.addWidgets(new AlarmStatusWidget({ title: title('alarms'), alarms, width: 24 }));
  const queues = [...Object.values(parts.queues), ...Object.values(parts.deadLetters)];
  const errors = Object.values(parts.functions).map((one) => one.metricErrors());
  dashboard.addWidgets(
    new GraphWidget({ title: title('sweeps that ended'), left: [sweepMetric(stage)], width: 8 }),
    new GraphWidget({ title: title('messages that wait'), left: queues.map(depthOf), width: 8 }),
    new GraphWidget({ title: title('errors of functions'), left: errors, width: 8 }),
  );
}

import type { AlarmRule } from './alarm-rule.ts';

const untold = {
  alarmsWhen: { is: '>=', threshold: 1 },
  period: 300,
  periods: { breaching: 1, of: 1 },
  missing: 'not-breaching',
  impact: 'Alarms are not delivered. Look in CloudWatch for open alarms, then fix the delivery.',
  heading: 'Alarms are not told',
} as const;

/** For a stage with a function that sends alarms: alarms on its errors, and on alarms that it could not send. */
export const tellingAlarms: readonly AlarmRule<'errors' | 'untold'>[] = [
  { ...untold, id: 'TellAlarmFails', watches: 'errors' },
  { ...untold, id: 'AlarmsUntold', watches: 'untold' },
];

import type { AlarmRule } from './alarm-rule.ts';

const unsent = {
  alarmsWhen: { is: '>=', threshold: 1 },
  period: 300,
  periods: { breaching: 1, of: 1 },
  missing: 'not-breaching',
  impact:
    'Alarms may be active without a message. List the active alarms in CloudWatch, then fix the delivery.',
  heading: 'Alarms are not sent',
} as const;

/** For a stage with a function that sends alarms: alarms on its errors, and on alarms that it could not send. */
export const tellingAlarms: readonly AlarmRule<'errors' | 'unsent'>[] = [
  { ...unsent, id: 'TellAlarmFails', watches: 'errors' },
  { ...unsent, id: 'AlarmsUnsent', watches: 'unsent' },
];

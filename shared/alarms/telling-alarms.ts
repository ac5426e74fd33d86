import type { AlarmRule } from './alarm-rule.ts';

const untold = {
  alarmsWhen: { is: '>=', threshold: 1 },
  period: 300,
  periods: { breaching: 1, of: 1 },
  missing: 'not-breaching',
  impact: 'Alarms reach nobody in the usual way. Look at CloudWatch for those that stand, then fix the way.',
  heading: 'Alarms are not told',
} as const;

/** The alarms of a stage whose config says whom a function tells: of that function's errors, and of what it left untold. */
export const tellingAlarms: readonly AlarmRule<'errors' | 'untold'>[] = [
  { ...untold, id: 'TellAlarmFails', watches: 'errors' },
  { ...untold, id: 'AlarmsUntold', watches: 'untold' },
];

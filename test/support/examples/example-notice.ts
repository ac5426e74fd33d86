import type { AlarmNotice } from '../../../shared/domain/alerts/alarm.ts';

export function exampleNotice(over: Partial<AlarmNotice> = {}): AlarmNotice {
  return {
    id: 'alarm_1',
    stage: 'prod',
    alarm: 'dead-letters',
    state: 'ALARM',
    heading: 'Dead letters',
    impact: 'Something was given up.',
    runbookUrl: 'https://git.example.com/runbook.md#dead-letters',
    since: '2026-11-21T08:00:00.000Z',
    figures: '1 datapoint',
    routeId: null,
    digestId: null,
    count: null,
    ...over,
  };
}

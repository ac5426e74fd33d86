import { describe, expect, it } from 'vitest';
import { alarmCounts } from '../../shared/cost/alarm-counts.ts';
import { exampleConfig } from './example-config.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const to = { type: 'slack', webhookUrl: { secret: 'OPS_SLACK_WEBHOOK_URL' } } as const;

describe('the alarms that `cost` counts', () => {
  it.each([
    ['nobody is told', exampleConfig, alarmCounts.ofStage],
    [
      'a function tells',
      { ...exampleConfig, alarms: { to, quietAfter: '2 days' } },
      alarmCounts.ofStage + alarmCounts.ofTelling,
    ],
  ])('are those of the template where %s', (_, config, alarms) => {
    const synthesized = synthesize({ config });

    const { templates } = synthesized;
    synthesized.remove();

    const count = (type: string) =>
      Object.values(templates).flatMap((template) => resourcesOf(template, type)).length;
    expect(count('AWS::CloudWatch::Alarm')).toBe(alarms);
    // Free, as one of an account's first three.
    expect(count('AWS::CloudWatch::Dashboard')).toBe(1);
  });
});

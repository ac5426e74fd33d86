import { describe, expect, it } from 'vitest';
import { queues } from '../../functions/wiring.ts';
import { listAlarms } from '../../shared/alarms/list-alarms.ts';
import { tellingAlarms } from '../../shared/alarms/telling-alarms.ts';
import { exampleConfig } from './example-config.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const to = { type: 'slack', webhookUrl: { secret: 'OPS_SLACK_WEBHOOK_URL' } } as const;

const ofStage = listAlarms(exampleConfig, queues).map(({ id }) => id);
const ofTelling = tellingAlarms.map(({ id }) => `Teller${id}`);

describe('the alarms that `cost` counts', () => {
  it.each([
    ['nobody is told', exampleConfig, ofStage],
    [
      'a function tells',
      { ...exampleConfig, alarms: { to, quietAfter: '2 days' } },
      [...ofStage, ...ofTelling],
    ],
  ])('are those of the template where %s', (_, config, alarms) => {
    const synthesized = synthesize({ config });

    const { templates } = synthesized;
    synthesized.remove();

    const idsOf = (type: string) =>
      Object.values(templates).flatMap((template) => resourcesOf(template, type).map(([id]) => id));
    // CDK puts eight characters behind each.
    const found = idsOf('AWS::CloudWatch::Alarm').map((id) => id.slice(0, -8));
    expect(found.sort()).toEqual([...alarms].sort());
    // Free, as one of an account's first three.
    expect(idsOf('AWS::CloudWatch::Dashboard')).toHaveLength(1);
  });
});

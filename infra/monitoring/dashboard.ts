import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  MathExpression,
  type Metric,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type QueueName, queues } from '../../functions/wiring.ts';
import type { StageMetric } from '../../shared/alarms/alarm-rule.ts';
import { metricNames as names } from '../../shared/domain/metric-names.ts';

interface Graph {
  readonly title: string;
  readonly unit: 'Count' | 'Seconds';
  readonly lines: readonly { readonly label: string; readonly shows: StageMetric }[];
}

type OwnMetric = Extract<StageMetric, { readonly own: unknown }>;
const own = (name: OwnMetric['own'], statistic: OwnMetric['statistic']): OwnMetric => ({
  own: name,
  statistic,
});

/** By hour, two in a row. An account's first three dashboards are free with up to 50 metrics. */
const graphs: readonly Graph[] = [
  {
    title: 'Buyers: due, read, failed (an hour)',
    unit: 'Count',
    lines: [
      { label: 'buyers due', shows: own(names.buyersDue, 'Sum') },
      { label: 'lists read + failed', shows: own(names.pollsFailed, 'SampleCount') },
      { label: 'failed', shows: own(names.pollsFailed, 'Sum') },
    ],
  },
  {
    title: 'New signals (an hour)',
    unit: 'Count',
    lines: [
      { label: 'new signals', shows: own(names.signalsHot, 'SampleCount') },
      { label: 'of them hot', shows: own(names.signalsHot, 'Sum') },
    ],
  },
  {
    title: 'Calls of the API, and its 429s (an hour)',
    unit: 'Count',
    lines: [
      { label: 'calls + 429s', shows: own(names.upstreamThrottles, 'SampleCount') },
      { label: '429', shows: own(names.upstreamThrottles, 'Sum') },
    ],
  },
  {
    title: 'Time since the last new signal',
    unit: 'Seconds',
    lines: [{ label: 'quiet', shows: own(names.quietTime, 'Maximum') }],
  },
  {
    title: 'Time from arrival to delivery',
    unit: 'Seconds',
    lines: [
      { label: 'half arrive within', shows: own(names.deliveryTime, 'p50') },
      { label: '95 % arrive within', shows: own(names.deliveryTime, 'p95') },
      { label: 'the slowest', shows: own(names.deliveryTime, 'Maximum') },
    ],
  },
  {
    title: 'Digests by outcome (an hour)',
    unit: 'Count',
    lines: [
      { label: 'attempts', shows: own(names.attemptsAmbiguous, 'SampleCount') },
      { label: 'delivered', shows: own(names.deliveryTime, 'SampleCount') },
      { label: 'outcome unknown', shows: own(names.attemptsAmbiguous, 'Sum') },
      { label: 'failed for good', shows: own(names.digestsDead, 'Sum') },
    ],
  },
  {
    title: 'Oldest overdue digest',
    unit: 'Seconds',
    lines: [{ label: 'overdue by', shows: own(names.oldestPendingAge, 'Maximum') }],
  },
  {
    title: 'Dead letters',
    unit: 'Count',
    lines: [...(Object.keys(queues) as QueueName[]), 'schedules' as const].map((of) => ({
      label: of,
      shows: { deadLettersOf: of },
    })),
  },
];

export interface StageDashboardProps {
  readonly stage: string;
  readonly metricOf: (of: StageMetric) => Metric;
  readonly alarms: readonly IAlarm[];
}

/** One page that explains a stage to a newcomer: signals in, digests out, pending work. */
export class StageDashboard extends Dashboard {
  readonly url: string;

  constructor(scope: Construct, id: string, { stage, metricOf, alarms }: StageDashboardProps) {
    const period = Duration.hours(1);
    super(scope, id, { defaultInterval: Duration.days(7), periodOverride: PeriodOverride.INHERIT });
    const draw = ({ unit, lines }: Graph): IMetric[] =>
      lines.map(({ label, shows }, at) => {
        if (unit === 'Seconds') return metricOf(shows).with({ label, period });
        // An hour without samples is 0, not a gap: nothing happened in it. All lines of a graph share its names.
        const usingMetrics = { [`line${at}`]: metricOf(shows) };
        return new MathExpression({ expression: `FILL(line${at}, 0)`, label, usingMetrics, period });
      });
    this.addWidgets(new TextWidget({ width: 24, height: 6, markdown: explain(stage) }));
    this.addWidgets(new AlarmStatusWidget({ title: 'Alarms', width: 24, height: 4, alarms: [...alarms] }));
    this.addWidgets(
      ...graphs.map((graph) => {
        const leftYAxis = { label: graph.unit, min: 0, showUnits: false };
        return new GraphWidget({ title: graph.title, width: 12, height: 6, left: draw(graph), leftYAxis });
      }),
    );
    const { region } = Stack.of(this);
    this.url = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${this.dashboardName}`;
  }
}

function explain(stage: string): string {
  return [
    `# Signalpost, stage ${stage}`,
    'It reads the lists of the **buyers** that are due, records each **new signal** once, and sends **digests** of them to the **routes** of the config. From top to bottom: signals in, digests out, pending work.',
    '',
    '- **Lists read** should follow **buyers due**. Single failures are normal: the next tick retries them.',
    '- **Time from arrival to delivery** counts from the time at which the oldest signal of a digest was found. A route with scheduled times waits for them: hours are normal there.',
    '- More **attempts** than **delivered** are digests that a destination did not accept yet. **Failed for good** and **dead letters** need attention.',
    '- For each alarm, docs/runbook.md has the heading that its description names.',
  ].join('\n');
}

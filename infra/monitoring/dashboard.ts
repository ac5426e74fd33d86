import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  GraphWidgetView,
  type IAlarm,
  type IMetric,
  MathExpression,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { functions, type QueueName, queues, secretNames } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { priceOf, pricesAsOf } from '../../shared/cost/prices.ts';
import { type MetricName, metricNames as names } from '../../shared/domain/metric-names.ts';
import type { PipelineStack } from '../pipeline-stack.ts';
import { composeCosts } from './cost-expressions.ts';
import type { StageMetrics } from './stage-metrics.ts';

export interface StageDashboardProps {
  readonly stage: string;
  readonly config: SignalpostConfig;
  readonly pipeline: PipelineStack;
  readonly table: Table;
  readonly metrics: StageMetrics;
  readonly alarms: readonly IAlarm[];
}

/** One page that explains a stage to a newcomer: signals in, digests out, pending work and cost. */
export class StageDashboard extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, props: StageDashboardProps) {
    super(scope, id);
    const dashboard = new Dashboard(this, 'Page', {
      defaultInterval: Duration.days(7),
      periodOverride: PeriodOverride.INHERIT,
    });
    dashboard.addWidgets(new TextWidget({ width: 24, height: 6, markdown: explain(props.stage) }));
    const status = { title: 'Alarms', width: 24, height: 4, alarms: [...props.alarms] };
    dashboard.addWidgets(new AlarmStatusWidget(status));
    dashboard.addWidgets(...comingIn(props.metrics));
    dashboard.addWidgets(...callingOut(props.metrics));
    dashboard.addWidgets(...goingOut(props));
    dashboard.addWidgets(...waitingAndCost(props));
    const { region } = Stack.of(this);
    this.url = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${dashboard.dashboardName}`;
  }
}

function explain(stage: string): string {
  return [
    `# Signalpost, stage ${stage}`,
    'It reads the lists of the **buyers** that are due, records each **new signal** once, and sends **digests** of them to the **routes** of the config. From top to bottom: signals in, digests out, pending work, cost.',
    '',
    '- **Lists read** should follow **buyers due**. Single failures are normal: the next tick retries them.',
    '- **Time from arrival to delivery** counts from the time at which the oldest signal of a digest was found. A route with scheduled times waits for them: hours are normal there.',
    '- **Retried** means that a destination did not accept a digest yet. **Given up** and **dead letters** need attention.',
    '- For each alarm, docs/runbook.md has the heading that its description names.',
  ].join('\n');
}

function comingIn({ own }: StageMetrics): GraphWidget[] {
  return [
    graph('Buyers: due, read, failed (an hour)', 'Count', [
      hourly('due', 'buyers due', { due: own(names.buyersDue, 'Sum') }),
      hourly('polls - failed', 'lists read', {
        polls: own(names.pollsFailed, 'SampleCount'),
        failed: own(names.pollsFailed, 'Sum'),
      }),
      hourly('notRead', 'failed', { notRead: own(names.pollsFailed, 'Sum') }),
    ]),
    graph('New signals (an hour)', 'Count', [
      hourly('found', 'new signals', { found: own(names.signalsHot, 'SampleCount') }),
      hourly('hot', 'of them hot', { hot: own(names.signalsHot, 'Sum') }),
    ]),
  ];
}

function callingOut({ own }: StageMetrics): GraphWidget[] {
  return [
    graph('Calls of the API, and its 429s (an hour)', 'Count', [
      hourly('told - refused', 'calls', {
        told: own(names.upstreamThrottles, 'SampleCount'),
        refused: own(names.upstreamThrottles, 'Sum'),
      }),
      hourly('throttled', '429', { throttled: own(names.upstreamThrottles, 'Sum') }),
    ]),
    graph('Time since the last new signal', 'Seconds', [
      own(names.quietTime, 'Maximum').with({ label: 'quiet', period: Duration.hours(1) }),
    ]),
  ];
}

function goingOut({ metrics: { own } }: StageDashboardProps): GraphWidget[] {
  const time = (statistic: string, label: string): IMetric =>
    own(names.deliveryTime, statistic).with({ label, period: Duration.hours(1) });
  const delivered = (): IMetric => own(names.deliveryTime, 'SampleCount');
  const dead = (): IMetric => own(names.digestsDead, 'Sum');
  return [
    graph('Time from arrival to delivery', 'Seconds', [
      time('p50', 'half arrive within'),
      time('p95', '95 % arrive within'),
      time('Maximum', 'the slowest'),
    ]),
    graph('Digests by outcome (an hour)', 'Count', [
      hourly('arrived', 'delivered', { arrived: delivered() }),
      hourly('attempts - took - gone', 'retried', {
        attempts: own(names.attemptsAmbiguous, 'SampleCount'),
        took: delivered(),
        gone: dead(),
      }),
      hourly('unknown', 'outcome unknown', { unknown: own(names.attemptsAmbiguous, 'Sum') }),
      hourly('dead', 'given up', { dead: dead() }),
    ]),
  ];
}

function waitingAndCost({ pipeline, table, config, metrics, alarms }: StageDashboardProps): GraphWidget[] {
  const queueNames = Object.keys(queues) as QueueName[];
  const letters = [...queueNames, 'schedules' as const].map((of) =>
    hourly(of, of, { [of]: metrics.of({ deadLettersOf: of }) }),
  );
  const gauge = (name: MetricName, label: string): IMetric =>
    metrics.own(name, 'Maximum').with({ label, period: Duration.hours(1) });
  const costs = composeCosts({ pipeline, table, fixedPerMonth: fixedCost(config, alarms.length) });
  return [
    graph('Oldest overdue digest', 'Seconds', [gauge(names.oldestPendingAge, 'overdue by')], 8),
    graph('Dead letters', 'Count', letters, 8),
    new GraphWidget({
      title: `Cost a day, at prices of ${pricesAsOf}`,
      width: 8,
      height: 6,
      view: GraphWidgetView.TIME_SERIES,
      stacked: true,
      left: costs,
      leftYAxis: { label: 'US dollars', min: 0, showUnits: false },
    }),
  ];
}

/** In dollars a month. The dashboard is free, as one of an account's first three. */
function fixedCost(config: SignalpostConfig, alarms: number): number {
  const uses = new Set(Object.values(functions).flatMap(({ secrets }) => secrets));
  const secrets = new Set([...uses].flatMap((whose) => secretNames(config, whose)));
  return (
    alarms * priceOf('alarms') +
    Object.keys(names).length * priceOf('metrics') +
    secrets.size * priceOf('secrets')
  );
}

function graph(title: string, label: string, left: IMetric[], width = 12): GraphWidget {
  return new GraphWidget({ title, width, height: 6, left, leftYAxis: { label, min: 0, showUnits: false } });
}

/** Shows an hour without samples as 0, not as a gap: nothing happened in it. */
function hourly(expression: string, label: string, usingMetrics: Record<string, IMetric>): IMetric {
  const filled = expression.replace(/[a-zA-Z]+/g, (id) => `FILL(${id}, 0)`);
  return new MathExpression({ expression: filled, label, usingMetrics, period: Duration.hours(1) });
}

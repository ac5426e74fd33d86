import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type PipelineFunction, type QueueName, queues, schedules } from '../../functions/wiring.ts';
import { priceOf } from '../../shared/cost/prices.ts';
import type { PipelineStack } from '../pipeline-stack.ts';
import { dueIndexName } from '../state-stack.ts';

export interface CostSources {
  readonly pipeline: PipelineStack;
  readonly table: Table;
  /** Fixed cost in dollars a month. */
  readonly fixedPerMonth: number;
}

interface Term {
  readonly metric: IMetric;
  /** Dollars for each unit of the metric. */
  readonly usd: number;
}

const daysPerMonth = 365 / 12;
const gigabyte = 1_000_000_000;

/** Dollars a day by service, from AWS's own metrics. Only for the dashboard: no alarm depends on it. */
export function composeCosts({ pipeline, table, fixedPerMonth }: CostSources): MathExpression[] {
  const lambdas = Object.values(pipeline.functions).map(({ lambda, memoryMb }) => ({ lambda, memoryMb }));
  const functionTerms = lambdas.flatMap(({ lambda, memoryMb }) => [
    { metric: lambda.metricInvocations(), usd: priceOf('lambdaRequests') },
    { metric: lambda.metricDuration(), usd: (priceOf('lambdaDuration') * memoryMb) / 1024 / 1000 },
  ]);
  const logTerms = lambdas.map(({ lambda }) => ({
    metric: new Metric({
      namespace: 'AWS/Logs',
      metricName: 'IncomingBytes',
      dimensionsMap: { LogGroupName: lambda.logGroup.logGroupName },
    }),
    usd: priceOf('logsIngested') / gigabyte,
  }));
  const ticked = new Set<PipelineFunction>(Object.values(schedules).map(({ target }) => target));
  const tickTerms = [...ticked].map((name) => ({
    metric: pipeline.functions[name].lambda.metricInvocations(),
    usd: priceOf('schedulerInvocations'),
  }));
  return [
    sumUp('lambda', 'Lambda', functionTerms),
    sumUp('ledger', 'DynamoDB', tableTerms(table)),
    sumUp('sqs', 'SQS', queueTerms(pipeline)),
    sumUp('logs', 'Logs', logTerms),
    sumUp('ticks', 'Scheduler', tickTerms),
    sumUp('fixed', 'Fixed: alarms, metrics, secrets', [], fixedPerMonth / daysPerMonth, tickTerms[0]?.metric),
  ];
}

/** For the table and for its index, which is charged separately. */
function tableTerms({ tableName: TableName }: Table): Term[] {
  const used = [{ TableName }, { TableName, GlobalSecondaryIndexName: dueIndexName }];
  return used.flatMap((dimensionsMap) => [
    {
      metric: new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: 'ConsumedReadCapacityUnits',
        dimensionsMap,
      }),
      usd: priceOf('dynamoDbReads'),
    },
    {
      metric: new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: 'ConsumedWriteCapacityUnits',
        dimensionsMap,
      }),
      usd: priceOf('dynamoDbWrites'),
    },
  ]);
}

/** Slightly overestimates requests: a batch is one request, but AWS counts its messages. */
function queueTerms(pipeline: PipelineStack): Term[] {
  return (Object.keys(queues) as QueueName[]).flatMap((name) => {
    const { queue } = pipeline.queues[name];
    const counts = [
      queue.metricNumberOfMessagesSent(),
      queue.metricNumberOfMessagesReceived(),
      queue.metricNumberOfMessagesDeleted(),
      queue.metricNumberOfEmptyReceives(),
    ];
    return counts.map((metric) => ({ metric, usd: priceOf('sqsRequests') }));
  });
}

/** Adds `constant` each day on which `clock` has data: an expression without a metric has no data points. */
function sumUp(
  id: string,
  label: string,
  terms: readonly Term[],
  constant = 0,
  clock: IMetric | undefined = undefined,
): MathExpression {
  const used = clock === undefined ? terms : [...terms, { metric: clock, usd: 0 }];
  const usingMetrics = Object.fromEntries(
    used.map(({ metric }, index) => [`${id}${index}`, daily(metric)] as const),
  );
  const summed = used.map(({ usd }, index) => `FILL(${id}${index}, 0) * ${decimal(usd)}`).join(' + ');
  const expression = constant === 0 ? summed : `${summed} + ${decimal(constant)}`;
  return new MathExpression({ label, expression, usingMetrics, period: Duration.days(1) });
}

function daily(metric: IMetric): IMetric {
  return (metric as Metric).with({ period: Duration.days(1), statistic: 'Sum' });
}

/** Metric math supports no exponents. */
function decimal(usd: number): string {
  return usd.toFixed(15).replace(/0+$/, '').replace(/\.$/, '');
}

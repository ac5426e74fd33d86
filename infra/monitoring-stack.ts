import { Annotations, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { queues } from '../functions/wiring.ts';
import { listAlarms } from '../shared/alarms/list-alarms.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { stageOutputs } from '../shared/runtime/stage-names.ts';
import { AlarmTeller } from './monitoring/alarm-teller.ts';
import { AlarmTopic } from './monitoring/alarm-topic.ts';
import { StageDashboard } from './monitoring/dashboard.ts';
import { RuleAlarm } from './monitoring/rule-alarm.ts';
import { createStageMetrics } from './monitoring/stage-metrics.ts';
import type { PipelineStack } from './pipeline-stack.ts';

export interface MonitoringStackProps extends StackProps {
  readonly stage: string;
  readonly config: SignalpostConfig;
  readonly pipeline: PipelineStack;
  readonly table: Table;
}

/** Watches a stage and calls somebody. Apart from the pipeline: what tells of an outage must not be part of it. */
export class MonitoringStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, config, pipeline, table, ...props }: MonitoringStackProps,
  ) {
    super(scope, id, props);
    const metrics = createStageMetrics(stage, pipeline);
    const alarms = new AlarmTopic(this, 'Alarms', `Signalpost ${stage}: alarms`);
    const action = new SnsAction(alarms);
    const raised = listAlarms(config, queues).map(
      (rule) => new RuleAlarm(this, rule.id, { rule, metric: metrics.of(rule.watches), action }),
    );
    const telling = this.tell(stage, config, alarms);

    const dashboard = new StageDashboard(this, 'Dashboard', {
      stage,
      config,
      pipeline,
      table,
      metrics,
      alarms: [...raised, ...telling],
    });
    new CfnOutput(this, 'DashboardUrl', { value: dashboard.url });
  }

  /** By a function, and by mail where the function fails; by mail alone; or nobody. Gives the alarms of the way itself. */
  private tell(stage: string, config: SignalpostConfig, alarms: AlarmTopic): readonly RuleAlarm[] {
    const { to, email } = config.alarms ?? {};
    if (to === undefined) {
      if (email === undefined) Annotations.of(this).addInfo(nobodyIsTold);
      else this.mail(alarms, email);
      return [];
    }
    const lastResort = new AlarmTopic(this, 'LastResort', `Signalpost ${stage}: alarms are not told`);
    if (email === undefined) Annotations.of(this).addInfo(noLastResort);
    else this.mail(lastResort, email);
    const action = new SnsAction(lastResort);
    return new AlarmTeller(this, 'Teller', { stage, config, alarms, lastResort: action }).ownAlarms;
  }

  /** The topic is told: whether the address has confirmed can only be asked of AWS. */
  private mail(topic: AlarmTopic, address: string): void {
    topic.addEmail('Email', address);
    new CfnOutput(this, stageOutputs.mailTopic, { value: topic.topicArn });
  }
}

const nobodyIsTold =
  'The alarms exist, and nobody is told of them: write "alarms": {"to": …} into the config to be told.';

const noLastResort =
  'Nobody is told when the destination of the alarms can\'t be reached: write "email" into the config\'s "alarms".';

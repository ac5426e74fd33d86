import { describe, expect, it } from 'vitest';
import { toldConfig } from '../support/infra/example-config.ts';
import { resourcesOf, synthesize } from '../support/infra/synthesize.ts';
import { grantsOf } from './permissions.ts';

/** Whoever widens a grant has to write it here, where a reviewer sees it. */
const pipelineGrants = {
  PlanPollsRole: [
    'dynamodb BatchGetItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike B#* BR#* S#*',
    'dynamodb DeleteItem PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike BR#*',
    'dynamodb GetItem UpdateItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike B#* BR#* P#* U#*',
    'dynamodb PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike L#*',
    'dynamodb Query on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike BR#* P#*',
    'dynamodb Query on Ledger/index/due',
    'logs CreateLogStream PutLogEvents on PlanPollsLogs',
    'secretsmanager GetSecretValue on secretsmanager:HERE:secret:signalpost/dev/api-??????',
    'sqs SendMessage on PollQueue',
    'sqs SendMessage on ScheduleDeadLetters',
  ],
  PollSignalsRole: [
    'dynamodb BatchGetItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike S#*',
    'dynamodb DeleteItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike H#* O#*',
    'dynamodb GetItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike B#* BR#* C#* P#* R#* U#*',
    'dynamodb PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike H#* O#* R#* S#*',
    'dynamodb PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike L#*',
    'dynamodb Query on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike O#* P#*',
    'dynamodb UpdateItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike B#* C#* H#* P#* U#*',
    'logs CreateLogStream PutLogEvents on PollSignalsLogs',
    'secretsmanager GetSecretValue on secretsmanager:HERE:secret:signalpost/dev/api-??????',
    'sqs ChangeMessageVisibility DeleteMessage GetQueueAttributes GetQueueUrl ReceiveMessage on PollQueue',
    'sqs SendMessage on ComposeQueue',
    'sqs SendMessage on SummaryQueue',
  ],
  FetchSummariesRole: [
    'dynamodb BatchGetItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike B#*',
    'dynamodb GetItem UpdateItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike B#* U#*',
    'dynamodb PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike L#*',
    'dynamodb Query on Ledger/index/due',
    'logs CreateLogStream PutLogEvents on FetchSummariesLogs',
    'secretsmanager GetSecretValue on secretsmanager:HERE:secret:signalpost/dev/api-??????',
    'sqs ChangeMessageVisibility DeleteMessage GetQueueAttributes GetQueueUrl ReceiveMessage on SummaryQueue',
    'sqs SendMessage on ComposeQueue',
  ],
  ComposeDigestsRole: [
    'dynamodb BatchGetItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike B#*',
    'dynamodb DeleteItem PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike H#* O#* R#*',
    'dynamodb GetItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike A#* B#* BR#* C#* O#* P#* R#* U#*',
    'dynamodb PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike L#*',
    'dynamodb Query on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike H#* O#* P#* R#*',
    'dynamodb Query on Ledger/index/due',
    'dynamodb UpdateItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike A#* H#* O#* R#*',
    'logs CreateLogStream PutLogEvents on ComposeDigestsLogs',
    'sns Publish on Alarms',
    'sqs ChangeMessageVisibility DeleteMessage GetQueueAttributes GetQueueUrl ReceiveMessage on ComposeQueue',
    'sqs SendMessage on DeliveryQueue',
    'sqs SendMessage on PollQueue',
    'sqs SendMessage on ScheduleDeadLetters',
    'sqs SendMessage on SummaryQueue',
  ],
  DeliverDigestRole: [
    'dynamodb DeleteItem UpdateItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike H#* R#*',
    'dynamodb GetItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike R#*',
    'dynamodb PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike L#*',
    'dynamodb Query on Ledger/index/due',
    'logs CreateLogStream PutLogEvents on DeliverDigestLogs',
    'secretsmanager GetSecretValue on secretsmanager:HERE:secret:signalpost/dev/destinations-??????',
    'sqs ChangeMessageVisibility DeleteMessage GetQueueAttributes GetQueueUrl ReceiveMessage on DeliveryQueue',
  ],
  SchedulerRoleForTarget8485af: [
    'lambda InvokeFunction on PlanPollsFunction',
    'sqs SendMessage on ScheduleDeadLetters',
  ],
  SchedulerRoleForTargetd63bd5: [
    'lambda InvokeFunction on ComposeDigestsFunction',
    'sqs SendMessage on ScheduleDeadLetters',
  ],
};

const monitoringGrants = {
  TellAlarmRole: [
    'logs CreateLogStream PutLogEvents on TellAlarmLogs',
    'secretsmanager GetSecretValue on secretsmanager:HERE:secret:signalpost/dev/alarms-??????',
    'sqs SendMessage on UnsentAlarms',
  ],
};

describe('what the roles may do', () => {
  const synthesized = synthesize({ config: toldConfig });
  const templates = Object.entries(synthesized.templates);

  it('is, function by function, what was reviewed', () => {
    expect(grantsOf(synthesized.running)).toEqual({ ...pipelineGrants, ...monitoringGrants });
  });

  it('is nothing in the stack that keeps the state', () => {
    expect(grantsOf(synthesized.state)).toEqual({});
  });

  it.each(templates)('stands in policies of %s that are listed, and nowhere else', (_, template) => {
    for (const [, { Properties }] of resourcesOf(template, 'AWS::IAM::Role')) {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns');
      expect(Properties).not.toHaveProperty('Policies');
    }
    const elsewhere = ['AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy', 'AWS::IAM::UserPolicy'];
    for (const type of elsewhere) expect(resourcesOf(template, type)).toEqual([]);
  });

  it.each(templates)('is given in %s to nobody but one service of AWS', (_, template) => {
    for (const [id, { Properties }] of resourcesOf(template, 'AWS::IAM::Role')) {
      const [trust, ...more] = Properties.AssumeRolePolicyDocument.Statement;
      expect({ id, more, action: trust.Action }).toEqual({ id, more: [], action: 'sts:AssumeRole' });
      expect(trust.Principal.Service).toMatch(/^(lambda|scheduler)\.amazonaws\.com$/);
    }
  });
});

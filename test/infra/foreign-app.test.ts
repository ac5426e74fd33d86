import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type App, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { type ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Port, SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { afterAll, describe, expect, it } from 'vitest';
import { Signalpost, type SignalpostProps } from '../../infra/signalpost.ts';
import { ForeignStack } from '../support/foreign-app/stack.ts';
import { exampleConfig, toldConfig } from '../support/infra/example-config.ts';
import { createApp, type Resource, resourcesOf, type StackTemplate } from '../support/infra/synthesize.ts';
import { grantsOf, listOf } from './permissions.ts';

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

function newApp(bundle = false): App {
  const app = createApp(bundle);
  directories.push(app.outdir);
  return app;
}

const templateOf = (stack: Stack): StackTemplate =>
  (stack.node.root as App).synth().getStackArtifact(stack.artifactId).template as StackTemplate;

/** A stack of somebody's with one Signalpost. */
function stackWith(props: Partial<SignalpostProps> | ((stack: Stack) => Partial<SignalpostProps>)) {
  const stack = new Stack(newApp(), 'Theirs', { env: { region: 'eu-west-1' } });
  const given = typeof props === 'function' ? props(stack) : props;
  return {
    stack,
    signalpost: new Signalpost(stack, 'Signalpost', { config: exampleConfig, stage: 'dev', ...given }),
  };
}

function grantsOfOperator(stack: Stack, signalpost: Signalpost): readonly string[] {
  const operator = new Role(stack, 'Operator', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
  signalpost.grantOperate(operator).assertSuccess();
  return grantsOf(templateOf(stack)).Operator ?? [];
}

describe("somebody else's app with two Signalposts", () => {
  const app = newApp(true);
  const stack = new ForeignStack(app, 'watchtower', { sales: toldConfig, ops: exampleConfig });
  const template = templateOf(stack);
  const all = (type: string) => resourcesOf(template, type);
  const of = (type: string, whose: 'Sales' | 'Ops'): [string, Resource][] =>
    all(type).filter(([id]) => id.startsWith(whose));
  const configOf = ({ Properties }: Resource) => {
    const [hash] = String(Properties.Code.S3Key).split('.');
    return JSON.parse(readFileSync(join(app.outdir, `asset.${hash}`, 'config.json'), 'utf8'));
  };

  it('passes the rules of cdk-nag, and warns of nothing', () => {
    // A finding would have failed the synthesis.
    expect(Annotations.fromStack(stack).findWarning('*', Match.anyValue())).toEqual([]);
  });

  it('gives the functions of each their own config', () => {
    expect(of('AWS::Lambda::Function', 'Sales').length).toBe(6);
    for (const [id, one] of of('AWS::Lambda::Function', 'Sales'))
      expect(configOf(one).alarms, id).toBeDefined();
    for (const [id, one] of of('AWS::Lambda::Function', 'Ops'))
      expect(configOf(one), id).toEqual(exampleConfig);
  });

  it('names the manifest of each by its stage', () => {
    expect(all('AWS::SSM::Parameter').map(([, { Properties }]) => Properties.Name)).toEqual([
      '/signalpost/sales/manifest',
      '/signalpost/ops/manifest',
    ]);
  });

  it('encrypts what it makes for sales by the key, and what it makes for ops as AWS does', () => {
    const key = { 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] };
    for (const [id, { Properties }] of of('AWS::SQS::Queue', 'Sales'))
      expect(Properties.KmsMasterKeyId, id).toEqual(key);
    for (const [id, { Properties }] of of('AWS::Logs::LogGroup', 'Sales'))
      expect(Properties.KmsKeyId, id).toEqual(key);
    for (const [id, { Properties }] of of('AWS::SQS::Queue', 'Ops'))
      expect(Properties.KmsMasterKeyId, id).toBeUndefined();
    for (const [id, { Properties }] of of('AWS::SNS::Topic', 'Sales'))
      expect(Properties.KmsMasterKeyId, id).toEqual(key);
  });

  it('lets every role of sales use the key, no role of ops, and the services that have no role', () => {
    for (const [role, grants] of Object.entries(grantsOf(template))) {
      const mayUse = grants.some((grant) => /^kms Decrypt .*on Key$/.test(grant));
      // A schedule's role has the name of neither.
      const ofSales = grants.some((grant) => / on Sales/.test(grant));
      expect({ role, mayUse }).toEqual({ role, mayUse: ofSales });
    }
    const [[, key] = []] = all('AWS::KMS::Key');
    const services = key?.Properties.KeyPolicy.Statement.flatMap(({ Principal }: Resource['Properties']) =>
      listOf(Principal.Service ?? []),
    );
    expect(services).toEqual(
      expect.arrayContaining([
        'cloudwatch.amazonaws.com',
        'sns.amazonaws.com',
        { 'Fn::Join': ['', ['logs.', { Ref: 'AWS::Region' }, '.amazonaws.com']] },
      ]),
    );
  });

  it('uses the table, the topic and the secret that are there, with as narrow grants as on its own', () => {
    expect(of('AWS::DynamoDB::Table', 'Sales')).toEqual([]);
    expect(of('AWS::DynamoDB::Table', 'Ops')).toHaveLength(1);
    const grants = grantsOf(template);
    expect(grants.SalesDeliverDigestRole).toEqual([
      'dynamodb DeleteItem UpdateItem on History if dynamodb:LeadingKeys ForAllValues:StringLike H#* R#*',
      'dynamodb GetItem on History if dynamodb:LeadingKeys ForAllValues:StringLike R#*',
      'dynamodb PutItem on History if dynamodb:LeadingKeys ForAllValues:StringLike L#*',
      'dynamodb Query on History/index/due',
      'kms Decrypt DescribeKey Encrypt GenerateDataKey ReEncryptFrom ReEncryptTo on Key',
      'logs CreateLogStream PutLogEvents on SalesDeliverDigestLogs',
      'secretsmanager GetSecretValue on secretsmanager:HERE:secret:signalpost/sales/destinations-??????',
      'sqs ChangeMessageVisibility DeleteMessage GetQueueAttributes GetQueueUrl ReceiveMessage on SalesDeliveryQueue',
    ]);
    expect(grants.OpsPlanPollsRole).toContain(
      'secretsmanager DescribeSecret GetSecretValue on secretsmanager:HERE:secret:ours/bridge-??????',
    );
    const [[, planner] = []] = of('AWS::Lambda::Function', 'Ops');
    expect(planner?.Properties.Environment.Variables.SIGNALPOST_SECRET_API).toBe('ours/bridge');
  });

  it('sends every alarm to the topic that is there, too, and takes nothing from it', () => {
    const pager = { Ref: expect.stringMatching(/^Pager/) };
    const own = { Ref: expect.stringMatching(/^SalesAlarms[0-9A-F]{8}$/) };
    const lastResort = { Ref: expect.stringMatching(/^SalesLastResort/) };
    for (const [id, { Properties }] of of('AWS::CloudWatch::Alarm', 'Sales')) {
      const topics = [id.startsWith('SalesAlarmsUnsent') ? lastResort : own, pager];
      expect(Properties, id).toMatchObject({ AlarmActions: topics, OKActions: topics });
    }
    const sweep = of('AWS::Lambda::Function', 'Sales').find(([id]) => id.includes('ComposeDigests'));
    expect(sweep?.[1].Properties.Environment.Variables.SIGNALPOST_ALARM_TOPICS).toEqual({
      'Fn::Join': ['', [pager, ' ', own]],
    });
    expect(grantsOf(template).SalesComposeDigestsRole).toEqual(
      expect.arrayContaining(['sns Publish on Pager', 'sns Publish on SalesAlarms']),
    );
    const subscriptions = all('AWS::SNS::Subscription').map(([, { Properties }]) => Properties);
    expect(subscriptions.map(({ Protocol, TopicArn }) => [Protocol, TopicArn]).sort()).toEqual([
      ['email', lastResort],
      ['lambda', own],
    ]);
    const [[, manifest] = []] = of('AWS::SSM::Parameter', 'Sales');
    expect(JSON.stringify(manifest?.Properties.Value)).toMatch(/alarmTopic.{0,20}"Ref":"Pager/);
  });

  it('takes what the app wants otherwise: timeouts, variables, logs and alarms', () => {
    for (const [, { Properties }] of of('AWS::Lambda::Function', 'Sales')) {
      expect(Properties).toMatchObject({ Timeout: 360, Environment: { Variables: { TEAM: 'sales' } } });
    }
    for (const [, { Properties }] of of('AWS::Lambda::EventSourceMapping', 'Sales')) {
      const [queue = ''] = Properties.EventSourceArn['Fn::GetAtt'];
      expect(template.Resources[queue]?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * 360);
    }
    for (const [, { Properties }] of of('AWS::Logs::LogGroup', 'Sales'))
      expect(Properties.RetentionInDays).toBe(7);
    expect(Object.keys(stack.sales.alarms).sort()).toEqual([
      'alarmsUnsent',
      'composingStopped',
      'deadLetters',
    ]);
    const thresholds = of('AWS::CloudWatch::Alarm', 'Sales').map(
      ([, { Properties }]) => Properties.Threshold,
    );
    expect(thresholds.sort()).toEqual([1, 1, 5]);
    const [[, board] = []] = all('AWS::CloudWatch::Dashboard');
    expect(JSON.stringify(board?.Properties.DashboardBody)).toContain('Signalpost sales: alarms');
  });
});

describe('a Signalpost in a stack', () => {
  it("is prod by default, and protects prod's table", () => {
    const stack = new Stack(newApp(), 'Theirs');
    const config = { ...exampleConfig, alarms: 'none' } as const;

    const { stage } = new Signalpost(stack, 'Signalpost', { config });

    expect(stage).toBe('prod');
    const [[, table] = []] = resourcesOf(templateOf(stack), 'AWS::DynamoDB::Table');
    expect(table).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
  });

  it('runs in a VPC, and its functions share a security group that others can let in', () => {
    const { stack, signalpost } = stackWith((one) => {
      const ids = { privateSubnetIds: ['subnet-1'], privateSubnetRouteTableIds: ['rtb-1'] };
      return { vpc: Vpc.fromVpcAttributes(one, 'Vpc', { vpcId: 'vpc-1', availabilityZones: ['a'], ...ids }) };
    });
    const database = SecurityGroup.fromSecurityGroupId(stack, 'Database', 'sg-1');
    signalpost.connections.allowTo(database, Port.tcp(5432));

    const template = templateOf(stack);

    expect(resourcesOf(template, 'AWS::EC2::SecurityGroup')).toHaveLength(1);
    expect(resourcesOf(template, 'AWS::EC2::SecurityGroupIngress')).toHaveLength(1);
    for (const [, { Properties }] of resourcesOf(template, 'AWS::Lambda::Function'))
      expect(Properties.VpcConfig).toMatchObject({ SubnetIds: ['subnet-1'] });
    for (const [role, grants] of Object.entries(grantsOf(template)))
      if (!role.startsWith('Scheduler'))
        expect(grants, role).toContain(
          'ec2 CreateNetworkInterface DeleteNetworkInterface DescribeNetworkInterfaces on *',
        );
  });

  it('has no connections without a VPC, and says why', () => {
    expect(() => stackWith({}).signalpost.connections).toThrow(
      'its functions are in no VPC; give it the property vpc',
    );
  });

  it('prints the statements that the owner of an imported key has to add', () => {
    const arn = 'arn:aws:kms:eu-west-1:111122223333:key/theirs';
    const { stack } = stackWith((one) => ({ encryptionKey: Key.fromKeyArn(one, 'Key', arn) }));

    const [warning, ...others] = Annotations.fromStack(stack).findWarning('*', Match.anyValue());

    expect(others).toEqual([]);
    const text = String(warning?.entry.data);
    expect(text).toContain(
      "the policy of the imported key theirs can't be changed from here; add these statements",
    );
    for (const service of ['cloudwatch', 'sns'])
      expect(text).toContain(`"Service": "${service}.amazonaws.com"`);
    expect(text).toContain(
      '"kms:EncryptionContext:aws:logs:arn": "arn:aws:logs:eu-west-1:ACCOUNT:log-group:*"',
    );
  });

  it('lets an operator do what the commands do, and no more', () => {
    const { stack, signalpost } = stackWith({ config: toldConfig });

    const grants = grantsOfOperator(stack, signalpost);

    const kinds = [...new Set(grants.map((grant) => grant.replace(/ on .*/, '')))];
    expect(kinds).toEqual([
      'dynamodb BatchGetItem DeleteItem DescribeContinuousBackups DescribeTable DescribeTimeToLive GetItem PutItem Query UpdateItem',
      'lambda GetFunctionConcurrency InvokeFunction',
      'secretsmanager CreateSecret DescribeSecret GetSecretValue PutSecretValue RestoreSecret TagResource UpdateSecretVersionStage',
      'sns ListSubscriptionsByTopic',
      'sqs GetQueueAttributes',
      'ssm GetParameter',
    ]);
    expect(grants.at(-1)).toMatch(/^ssm GetParameter on .*:parameter\/signalpost\/dev\/manifest$/);
    expect(grants.filter((grant) => grant.startsWith('lambda'))).toHaveLength(6);
    expect(grants.filter((grant) => grant.startsWith('sqs'))).toHaveLength(6);
  });

  it('hands the URL that others call to the app and lets the operator at all of it, also with memory of its choice', () => {
    const signingSecret = { secret: 'EVENTS_SIGNING_SECRET' };
    const inbound = { events: { signingSecret }, slack: { signingSecret } };
    const functionDefaults = { memorySize: 512 };
    const { stack, signalpost } = stackWith({ config: { ...exampleConfig, inbound }, functionDefaults });

    const grants = grantsOfOperator(stack, signalpost);

    const url = { 'Fn::GetAtt': [expect.stringContaining('ReceiveEvents'), 'FunctionUrl'] };
    expect(stack.resolve(signalpost.doorUrl)).toEqual(url);
    expect(stackWith({}).signalpost.doorUrl).toBeUndefined();
    expect(grants.filter((grant) => grant.startsWith('lambda'))).toHaveLength(7);
    expect(grants.filter((grant) => grant.startsWith('sqs'))).toHaveLength(9);
    for (const [id, { Properties }] of resourcesOf(templateOf(stack), 'AWS::Lambda::Function'))
      expect(Properties.MemorySize, id).toBe(512);
  });

  it('hands its metric and its alarms to the app', () => {
    const { stack, signalpost } = stackWith({});
    signalpost.addAlarmAction(
      new SnsAction(Topic.fromTopicArn(stack, 'Pager', 'arn:aws:sns:eu-west-1:1:pager')),
    );

    expect(
      signalpost.metric('SweepsEnded', { period: Duration.hours(1) }).toMetricConfig().metricStat,
    ).toMatchObject({
      dimensions: [{ name: 'stage', value: 'dev' }],
      period: Duration.hours(1),
    });
    for (const [, { Properties }] of resourcesOf(templateOf(stack), 'AWS::CloudWatch::Alarm'))
      expect(Properties.AlarmActions).toHaveLength(2);
  });

  it('has neither alarms nor a topic where the app monitors by itself', () => {
    const { stack, signalpost } = stackWith({ monitoring: false });

    expect(signalpost.alarmTopic).toBeUndefined();
    for (const type of ['AWS::CloudWatch::Alarm', 'AWS::SNS::Topic'])
      expect(resourcesOf(templateOf(stack), type)).toEqual([]);
  });

  const table = (stack: Stack) => Table.fromTableName(stack, 'Restored', 'restored');
  it.each<[string, Partial<SignalpostProps> | ((stack: Stack) => Partial<SignalpostProps>), string]>([
    ['a bad config', { config: { ...exampleConfig, routes: [] } }, 'routes: '],
    ['a bad stage', { stage: 'Dev' }, 'stage: found "Dev"; write 1 to 20 lower-case letters'],
    [
      'a table of the config alone',
      { config: { ...exampleConfig, ledger: { table: 'signalpost-dev-state-restored' } } },
      'config.ledger: found a table; give it to the construct as its property table instead',
    ],
    [
      'what only a new table has',
      (stack) => ({ table: table(stack), removalPolicy: RemovalPolicy.RETAIN }),
      'removalPolicy: found together with table',
    ],
    ['subnets without a VPC', { vpcSubnets: {} }, 'vpcSubnets, securityGroups: found without vpc'],
    [
      'a variable of its own',
      { functionDefaults: { environment: { SIGNALPOST_TABLE: 'other' } } },
      "functionDefaults.environment.SIGNALPOST_TABLE: found a variable of Signalpost's own",
    ],
    [
      'a timeout in which polling stops',
      { functionDefaults: { timeout: Duration.minutes(1) } },
      "functionDefaults.timeout: found 60 seconds, in which polling can't end; give 300 seconds or more",
    ],
    [
      'less memory than was measured',
      { functionDefaults: { memorySize: 256 } },
      "functionDefaults.memorySize: found 256 MB, in which polling can't run; give 512 MB or more",
    ],
    [
      'alarms that nothing sends',
      { config: toldConfig, monitoring: false },
      'monitoring: found false, but the config',
    ],
    [
      'a topic that nobody is to be told by',
      (stack) => ({
        config: { ...exampleConfig, alarms: 'none' },
        monitoring: { topic: Topic.fromTopicArn(stack, 'Pager', 'arn:aws:sns:eu-west-1:1:pager') },
      }),
      'monitoring.topic: found a topic, which gets every alarm, but the config says "alarms": "none"; remove one of both',
    ],
  ])('refuses %s, by its name', (_, props, message) => {
    expect(() => stackWith(props)).toThrow(message);
  });

  it('refuses a stage that the app has in the same place, and takes it in another region', () => {
    const app = newApp();
    const inPlace = (id: string, env: { readonly region?: string }) =>
      new Signalpost(new Stack(app, id, { env }), 'Signalpost', {
        config: exampleConfig,
        stage: 'dev',
      });
    inPlace('One', { region: 'eu-west-1' });

    expect(() => inPlace('Two', { region: 'eu-west-1' })).toThrow(
      'stage: found "dev" at Two/Signalpost, which One/Signalpost is already; give each Signalpost',
    );
    expect(() => inPlace('Three', { region: 'us-east-1' })).not.toThrow();
    // CDK can't say where these two will be.
    inPlace('Four', {});
    expect(() => inPlace('Five', {})).toThrow('of its own, or set env on stacks of different places');
  });

  it('refuses a table that another stage of the app has', () => {
    const { stack, signalpost } = stackWith((one) => ({ table: table(one) }));
    const [again, own] = [Table.fromTableName(stack, 'Again', 'restored'), stackWith({}).signalpost.table];
    const second = (id: string, given: ITable) =>
      new Signalpost(stack, id, { config: exampleConfig, stage: 'ops', table: given });

    for (const [id, shared] of Object.entries({ Same: signalpost.table, Named: again }))
      expect(() => second(id, shared)).toThrow(
        `table: found the table of Theirs/Signalpost at Theirs/${id}; give each Signalpost a table of its own`,
      );
    expect(() => second('Other', own)).not.toThrow();
  });
});

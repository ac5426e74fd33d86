import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { AlarmProps, Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Architecture } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { stageAlarms } from '../../functions/stage-alarms.ts';
import type { SecretScope } from '../../functions/wiring.ts';
import type { ConfigInput, SignalpostConfig } from '../../shared/config/signalpost-config.ts';

/** An alarm of CloudWatch: docs/runbook.md has a section for each. */
export type AlarmId = keyof typeof stageAlarms;

export interface SignalpostProps {
  /** The config, as `defineConfig` returns it. Checked at synth. */
  readonly config: ConfigInput;
  /**
   * 1 to 20 lower-case letters, digits or hyphens, once in an account and region: the CLI finds the stage by it, and secrets
   * have it in their names.
   * @default 'prod'
   */
  readonly stage?: string;
  /**
   * A table with the keys, the index and the time to live of a ledger, such as one that AWS restored, for this stage alone.
   * `signalpost doctor` checks it.
   * @default - a new table
   */
  readonly table?: ITable;
  /** Encrypts the new table. @default - a key that AWS owns */
  readonly tableEncryptionKey?: IKey;
  /**
   * What becomes of the new table when it is removed from its stack. With DESTROY, no backup remains either.
   * @default RemovalPolicy.RETAIN, but DESTROY for the stages dev and dev-…
   */
  readonly removalPolicy?: RemovalPolicy;
  /** Encrypts the queues, the topic of alarms and the log groups. @default - keys that AWS owns; none for the topic */
  readonly encryptionKey?: IKey;
  /**
   * Secrets by their scope: each a JSON object with the names in the config and their values.
   * @default - signalpost/STAGE/SCOPE, which `signalpost secrets set` creates
   */
  readonly secrets?: Readonly<Partial<Record<SecretScope, ISecret>>>;
  /** The functions run in it. It needs a way to the API, to the destinations and to AWS. @default - no VPC */
  readonly vpc?: IVpc;
  /** @default - the VPC's private subnets */
  readonly vpcSubnets?: SubnetSelection;
  /** @default - a new one, shared by the functions, that allows all outbound traffic */
  readonly securityGroups?: readonly ISecurityGroup[];
  /** @default RetentionDays.ONE_MONTH */
  readonly logRetention?: RetentionDays;
  /** @default RemovalPolicy.DESTROY */
  readonly logRemovalPolicy?: RemovalPolicy;
  readonly functionDefaults?: FunctionDefaults;
  /** `false`: no alarm, no topic and no function that sends alarms. @default - all of them */
  readonly monitoring?: false | MonitoringProps;
}

/** Settings of all functions, in place of their own. */
export interface FunctionDefaults {
  /** MB, 512 at least. @default - each function's own, chosen by measurement */
  readonly memorySize?: number;
  /** Five minutes at least. A queue's visibility timeout is six times as long. @default - each function's own, 1 to 5 minutes */
  readonly timeout?: Duration;
  /** @default Architecture.ARM_64 */
  readonly architecture?: Architecture;
  /** Beside the functions' own variables, which begin with SIGNALPOST_ and can't be replaced. @default - none */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface MonitoringProps {
  /**
   * Gets every alarm, beside the recipients of the config. CloudWatch's alarms may publish to it, unless it is imported.
   * @default - none
   */
  readonly topic?: ITopic;
  /** Properties in place of an alarm's own, by the alarm's name, or `false` for none. @default - all alarms as they are */
  readonly alarms?: Readonly<Partial<Record<AlarmId, Partial<AlarmProps> | false>>>;
  /** Gets widgets for the alarms, sweeps, queues and functions. @default false */
  readonly dashboard?: Dashboard | false;
}

/** The properties as the parts of a stage take them: with the stage, and the config after its check. */
export interface StageSettings extends Omit<SignalpostProps, 'config' | 'stage'> {
  readonly stage: string;
  readonly config: SignalpostConfig;
  /** The topic of `monitoring`. */
  readonly topic: ITopic | undefined;
}

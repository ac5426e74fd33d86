import { SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import { functions } from '../functions/wiring.ts';
import { checkConfig } from '../shared/config/check-config.ts';
import { checkStageTakes } from '../shared/config/check-stage.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import { stageNamePattern, stageNameRule } from '../shared/runtime/stage-names.ts';
import type { SignalpostProps, StageSettings } from './constructs/signalpost-props.ts';

/** Throws `ConfigurationError` for an invalid name of a stage. */
export function checkStageName(name: unknown): string {
  if (typeof name === 'string' && stageNamePattern.test(name)) return name;
  throw new ConfigurationError([`stage: found ${JSON.stringify(name)}; write ${stageNameRule}`]);
}

/**
 * Checks the properties and fills in the stage, the checked config and the functions' security group. Throws
 * `ConfigurationError` with all problems.
 */
export function settle(scope: Construct, props: SignalpostProps): StageSettings {
  const stage = checkStageName(props.stage ?? 'prod');
  const config = checkConfig(props.config);
  const topic = props.monitoring ? props.monitoring.topic : undefined;
  checkStageTakes(stage, config, topic);
  const problems = findProblems({ ...props, topic }, config);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const { vpc, securityGroups } = props;
  if (!vpc || securityGroups) return { ...props, stage, config, topic };
  const description = `Signalpost ${stage}: the functions`;
  const own = new SecurityGroup(scope, 'SecurityGroup', { vpc, description });
  return { ...props, stage, config, topic, securityGroups: [own] };
}

/** One value for all functions must be enough for the function that needs most. */
const least = {
  timeout: Math.max(...Object.values(functions).map(({ timeoutSeconds }) => timeoutSeconds)),
  memorySize: Math.max(...Object.values(functions).map(({ memoryMb }) => memoryMb)),
};

function findProblems(
  props: SignalpostProps & Pick<StageSettings, 'topic'>,
  { ledger, alarms, tellsNobody }: SignalpostConfig,
): string[] {
  const { table, tableEncryptionKey, removalPolicy, vpc, vpcSubnets, securityGroups, topic } = props;
  const { environment = {}, timeout, memorySize = least.memorySize } = props.functionDefaults ?? {};
  const own = Object.keys(environment).find((name) => /^SIGNALPOST_/.test(name));
  const seconds = timeout?.toSeconds() ?? least.timeout;
  return [
    ledger &&
      !table &&
      'config.ledger: found a table; give it to the construct as its property table instead',
    table &&
      (tableEncryptionKey ?? removalPolicy) &&
      'tableEncryptionKey, removalPolicy: found together with table, whose owner decides both; remove them',
    !vpc &&
      (vpcSubnets ?? securityGroups) &&
      'vpcSubnets, securityGroups: found without vpc, where they have no effect; add vpc, or remove them',
    own && `functionDefaults.environment.${own}: found a variable of Signalpost's own; use another name`,
    seconds < least.timeout &&
      `functionDefaults.timeout: found ${seconds} seconds, in which polling can't end; give ${least.timeout} seconds or more`,
    memorySize < least.memorySize &&
      `functionDefaults.memorySize: found ${memorySize} MB, in which polling can't run; give ${least.memorySize} MB or more`,
    props.monitoring === false &&
      alarms &&
      'monitoring: found false, but the config says who gets alarms; remove "alarms" from it, or this property',
    topic &&
      tellsNobody &&
      'monitoring.topic: found a topic, which gets every alarm, but the config says "alarms": "none"; remove one of both',
  ].filter((problem) => typeof problem === 'string');
}

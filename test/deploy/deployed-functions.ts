import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type FunctionName, functions } from '../../functions/wiring.ts';
import { stageOutputs } from '../../shared/runtime/stage-names.ts';
import { region } from './emulator.ts';

/** The functions of a deployed stage, as Lambda's own API sees them. */
export interface DeployedFunctions {
  /** Those that are deployed; a version has the functions that it knew. */
  names(): Promise<Partial<Record<FunctionName, string>>>;
  roleOf(name: FunctionName): Promise<string>;
  close(): void;
}

export function deployedFunctions(endpoint: string, stage: string): DeployedFunctions {
  const settings = {
    endpoint,
    region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  const lambda = new LambdaClient(settings);
  const cloudFormation = new CloudFormationClient(settings);

  async function names() {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({}));
    const outputs = Stacks.filter(({ StackName }) => StackName?.startsWith(`signalpost-${stage}-`)).flatMap(
      ({ Outputs = [] }) => Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
    );
    const values = Object.fromEntries(outputs) as Record<string, string>;
    const known = Object.keys(functions) as FunctionName[];
    return Object.fromEntries(
      known.flatMap((name) => {
        const value = values[stageOutputs.functionName(name)];
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Partial<Record<FunctionName, string>>;
  }

  /** Looked up each time: a deploy may have brought another one. */
  async function deployedName(name: FunctionName): Promise<string> {
    const deployed = (await names())[name];
    if (deployed === undefined) throw new Error(`${name} is not deployed in the stage ${stage}`);
    return deployed;
  }

  return {
    names,
    async roleOf(name) {
      const FunctionName = await deployedName(name);
      const { Role = '' } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      return Role.slice(Role.lastIndexOf('/') + 1);
    },
    close() {
      lambda.destroy();
      cloudFormation.destroy();
    },
  };
}

import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SSM } from '@aws-sdk/client-ssm';
import { readManifest } from '../../../cli/aws/read-manifest.ts';
import type { FunctionName } from '../../../functions/wiring.ts';
import { region } from './emulator.ts';

/** The functions of a deployed stage, as Lambda's own API sees them. */
export function deployedFunctions(endpoint: string, stage: string) {
  const settings = {
    endpoint,
    region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  const lambda = new LambdaClient(settings);
  const ssm = new SSM(settings);

  /** Those that are deployed; a version has the functions that it knew. */
  const names = async (): Promise<Partial<Record<FunctionName, string>>> =>
    (await readManifest(stage, ssm))?.functions ?? {};

  /** Looked up each time: a deploy may have brought another one. */
  async function deployedName(name: FunctionName): Promise<string> {
    const deployed = (await names())[name];
    if (deployed === undefined) throw new Error(`${name} is not deployed in the stage ${stage}`);
    return deployed;
  }

  return {
    names,
    async roleOf(name: FunctionName): Promise<string> {
      const FunctionName = await deployedName(name);
      const { Role = '' } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      return Role.slice(Role.lastIndexOf('/') + 1);
    },
    close(): void {
      lambda.destroy();
      ssm.destroy();
    },
  };
}

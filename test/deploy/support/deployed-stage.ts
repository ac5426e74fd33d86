import type { FunctionName } from '../../../functions/wiring.ts';
import { manifestName, type StageManifest } from '../../../shared/runtime/stage-names.ts';
import type { Scene } from './scene.ts';

/** What a deployed stage says of itself; null if it is not deployed. */
export async function manifestOf({ aws }: Scene, stage: string): Promise<StageManifest | null> {
  const { Parameters } = await aws.call<{ Parameters: { Value: string }[] }>('ssm', 'GetParameters', {
    Names: [manifestName(stage)],
  });
  return Parameters[0] === undefined ? null : JSON.parse(Parameters[0].Value);
}

/** The names of the functions that are deployed; a version has those that it knew. */
export async function functionsOf(
  scene: Scene,
  stage: string,
): Promise<Partial<Record<FunctionName, string>>> {
  return (await manifestOf(scene, stage))?.functions ?? {};
}

/** Looked up each time: a deploy may have brought another one. */
export async function roleOf(scene: Scene, stage: string, name: FunctionName): Promise<string> {
  const FunctionName = (await functionsOf(scene, stage))[name];
  const { Role } = await scene.aws.call<{ Role: string }>('lambda', 'GetFunctionConfiguration', {
    FunctionName,
  });
  return Role.slice(Role.lastIndexOf('/') + 1);
}

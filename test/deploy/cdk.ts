import { join } from 'node:path';
import { runCommand } from '../support/commands/run-command.ts';
import { account, region } from './emulator.ts';
import { projectRoot, type Scene } from './scene.ts';

const cdk = join(projectRoot, 'node_modules', 'aws-cdk', 'bin', 'cdk');

export function bootstrap(scene: Scene): Promise<string> {
  return runCdk(scene, projectRoot, ['bootstrap', `aws://${account}/${region}`, '--app', '']);
}

/**
 * Makes the templates and bundles of the version in `directory`, by CDK itself: an earlier one may know neither our own
 * command nor all of the config. Gives where they are.
 */
export async function synthesize(scene: Scene, directory: string): Promise<string> {
  const { stage, plainConfig } = scene;
  const output = join(directory, 'cdk.out');
  const context = ['-c', `stage=${stage}`, '-c', `config=${plainConfig}`];
  await runCdk(scene, directory, ['synth', '--quiet', '--strict', '--output', output, ...context]);
  return output;
}

export function deployAssembly(scene: Scene, assembly: string): Promise<string> {
  // Not all stacks: those of the deploy roles belong to no stage, and the emulator has no OIDC providers.
  const stacks = `signalpost-${scene.stage}-*`;
  return runCdk(scene, projectRoot, [
    'deploy',
    stacks,
    '--app',
    assembly,
    '--require-approval',
    'never',
    '--ci',
  ]);
}

function runCdk({ emulator, signal }: Scene, cwd: string, args: readonly string[]): Promise<string> {
  return runCommand(process.execPath, [cdk, ...args], { cwd, env: emulator.environment, signal });
}

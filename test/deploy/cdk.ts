import { join } from 'node:path';
import { account, region } from './emulator.ts';
import { runCommand } from './run-command.ts';
import { projectRoot, type Scene } from './scene.ts';

const cdk = join(projectRoot, 'node_modules', 'aws-cdk', 'bin', 'cdk');

export function bootstrap(scene: Scene): Promise<string> {
  return runCdk(scene, projectRoot, ['bootstrap', `aws://${account}/${region}`, '--app', '']);
}

/**
 * Deploys the stacks of the stage that the version in `directory` makes, by CDK itself: an earlier one may know neither
 * our own command nor all of the config.
 */
export function deployWithCdk(scene: Scene, directory: string): Promise<string> {
  const context = ['-c', `stage=${scene.stage}`, '-c', `config=${scene.plainConfig}`];
  // Not all stacks: that of the deploy role belongs to no stage, and the emulator has no OIDC providers.
  const unattended = ['--strict', '--require-approval', 'never', '--ci'];
  return runCdk(scene, directory, ['deploy', `signalpost-${scene.stage}-*`, ...unattended, ...context]);
}

function runCdk({ emulator, signal }: Scene, cwd: string, args: readonly string[]): Promise<string> {
  return runCommand(process.execPath, [cdk, ...args], { cwd, env: emulator.environment, signal });
}

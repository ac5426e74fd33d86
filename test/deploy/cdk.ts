import { join } from 'node:path';
import { runCommand } from '../support/commands/run-command.ts';
import { account, region } from './emulator.ts';
import { projectRoot, type Scene } from './scene.ts';

const cdk = join(projectRoot, 'node_modules', 'aws-cdk', 'bin', 'cdk');

export function bootstrap(scene: Scene): Promise<string> {
  return runCdk(scene, projectRoot, ['bootstrap', `aws://${account}/${region}`, '--app', '']);
}

function runCdk({ emulator, signal }: Scene, cwd: string, args: readonly string[]): Promise<string> {
  return runCommand(process.execPath, [cdk, ...args], { cwd, env: emulator.environment, signal });
}

import type { Command } from 'commander';
import { stageOption } from '../options.ts';
import type { DeployOptions, DiffOptions } from './deploy.ts';
import type { DestroyOptions } from './destroy.ts';

export function addDeployCommands(program: Command): void {
  const add = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .addOption(stageOption('the stage, such as dev or prod').makeOptionMandatory())
      .option('--config <file>', 'the config: .ts, .mjs or .json', 'signalpost.config.ts');
  add('deploy', "deploy a stage, or update it, with the project's own CDK")
    .option('--yes', 'skip all questions')
    .option('--keep-pending', 'deploy even if removed routes have a backlog')
    .action(async (options: DeployOptions) => (await import('./deploy.ts')).deploy(options));
  add('diff', 'show the changes that a deploy would make')
    .option('--read-only', "compare templates only, with the permissions of CDK's lookup role")
    .action(async (options: DiffOptions) => (await import('./deploy.ts')).diff(options));
  add('destroy', 'take a stage down; every stage except dev and dev-… keeps its state')
    .option('--yes', 'skip all questions')
    .action(async (options: DestroyOptions) => (await import('./destroy.ts')).destroy(options));
}

import { Command } from 'commander';
import packageFile from '../package.json' with { type: 'json' };
import { addDiscardCommand } from './act/discard-command.ts';
import { addMuteCommands } from './act/mute-command.ts';
import { addResendCommand } from './act/resend-command.ts';
import { addResumeCommand } from './act/resume-command.ts';
import { addStatusCommand } from './look/status-command.ts';
import { addCostCommand } from './operate/cost-command.ts';
import { addDeployCommands } from './operate/deploy-command.ts';
import { addDestroyCommand } from './operate/destroy-command.ts';
import { addDoctorCommand } from './operate/doctor-command.ts';
import { addSecretsCommand } from './operate/secrets-command.ts';
import { addInvokeCommand } from './run/invoke-command.ts';
import { addRunCommand } from './run/run-command.ts';
import { addSandboxCommand } from './run/sandbox-command.ts';
import { addStartCommand } from './run/start-command.ts';

const exitCodes = `
Exit codes: 0 done, or nothing to do; 1 something failed, or needs attention; 2 the config, a flag, an environment
variable, a secret or the AWS credentials are wrong, and nothing was done.`;

/** Defines every command and its options. Runs nothing. */
export function createProgram(): Command {
  const program = new Command('signalpost')
    .description(
      'Finds new buying signals in a Bridge Data Access Service and sends them to Slack and webhooks.',
    )
    .showHelpAfterError('(signalpost --help lists the commands)')
    .version(packageFile.version, '--version', 'print the version')
    .addHelpText('afterAll', exitCodes)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  addStartCommand(program);
  addRunCommand(program);
  addSandboxCommand(program);
  addInvokeCommand(program);
  addStatusCommand(program);
  addResumeCommand(program);
  addResendCommand(program);
  addDiscardCommand(program);
  addMuteCommands(program);
  addDoctorCommand(program);
  addSecretsCommand(program);
  addDeployCommands(program);
  addDestroyCommand(program);
  addCostCommand(program);
  return program;
}

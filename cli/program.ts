import { Command } from 'commander';
import packageFile from '../package.json' with { type: 'json' };
import { addDiscardCommand } from './act/discard-command.ts';
import { addMuteCommands } from './act/mute-command.ts';
import { addPauseCommand } from './act/pause-command.ts';
import { addResendCommand } from './act/resend-command.ts';
import { addResumeCommand } from './act/resume-command.ts';
import { addSeenCommands } from './look/bridges-command.ts';
import { addHistoryCommand } from './look/history-command.ts';
import { addPageCommand } from './look/page-command.ts';
import { addPreviewCommand } from './look/preview-command.ts';
import { addStatusCommand } from './look/status-command.ts';
import { addWhyCommand } from './look/why-command.ts';
import { addCostCommand } from './operate/cost-command.ts';
import { addDeployCommands } from './operate/deploy-command.ts';
import { addDestroyCommand } from './operate/destroy-command.ts';
import { addDoctorCommand } from './operate/doctor-command.ts';
import { addSecretsCommand } from './operate/secrets-command.ts';
import { addInitCommand } from './run/init-command.ts';
import { addInvokeCommand } from './run/invoke-command.ts';
import { addRunCommand } from './run/run-command.ts';
import { addSandboxCommand } from './run/sandbox-command.ts';
import { addStartCommand } from './run/start-command.ts';
import { addTestCommand } from './run/test-command.ts';
import { suggest } from './words/suggest.ts';

const exitCodes = `
Exit codes: 0 done, or nothing to do; 1 something failed, or needs attention; 2 the config, a flag, an environment
variable, a secret or the AWS credentials are wrong, and nothing was done.`;

/** The commands by what they are for, in the order of `--help`. */
const groups: Readonly<Record<string, readonly ((program: Command) => void)[]>> = {
  'Begin:': [
    addInitCommand,
    addStartCommand,
    addRunCommand,
    addSandboxCommand,
    addDoctorCommand,
    addTestCommand,
  ],
  'Look:': [
    addStatusCommand,
    addPreviewCommand,
    addWhyCommand,
    addHistoryCommand,
    addSeenCommands,
    addPageCommand,
    addCostCommand,
  ],
  'Steer:': [
    addPauseCommand,
    addResumeCommand,
    addMuteCommands,
    addResendCommand,
    addDiscardCommand,
    addInvokeCommand,
  ],
  'Deploy:': [addDeployCommands, addDestroyCommand, addSecretsCommand],
};

/** Defines every command and its options. Runs nothing. */
export function createProgram(): Command {
  const program = new Command('signalpost')
    .description(
      'Finds new buying signals in a Bridge Data Access Service and sends them to Slack and webhooks.',
    )
    .showHelpAfterError(`(${suggest('--help')} lists the commands)`)
    .version(packageFile.version, '--version', 'print the version')
    .addHelpText('afterAll', exitCodes)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const add of commands) add(program);
  }
  return program;
}

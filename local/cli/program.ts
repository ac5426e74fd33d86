import { Command } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { addCostCommand } from './cost-command.ts';
import { addDeployCommands } from './deploy-command.ts';
import { addDiscardCommand } from './discard-command.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addHandOverCommand } from './hand-over-command.ts';
import { addInvokeCommand } from './invoke-command.ts';
import { addPendingCommand } from './pending-command.ts';
import { addProbeCommand } from './probe-command.ts';
import { addReplayCommand } from './replay-command.ts';
import { addRestoreCommand } from './restore-command.ts';
import { addRouteCommands } from './route-commands.ts';
import { addRunCommand } from './run-command.ts';
import { addSandboxCommand } from './sandbox-command.ts';
import { addSecretsCommand } from './secrets-command.ts';
import { addStartCommand } from './start-command.ts';
import { addStatusCommand } from './status-command.ts';

const exitCodes = `
Exit codes: 0 done, or nothing to do; 1 something failed, or needs attention; 2 the config, a flag, an environment
variable, a secret or the AWS credentials are wrong, and nothing was done.`;

/** Every command with its options. Reading it runs nothing. */
export function createProgram(): Command {
  const program = new Command('signalpost')
    .description('New buying signals to the people who act on them: nothing lost, nothing twice.')
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
  addRouteCommands(program);
  addPendingCommand(program);
  addHandOverCommand(program);
  addDiscardCommand(program);
  addReplayCommand(program);
  addDoctorCommand(program);
  addProbeCommand(program);
  addSecretsCommand(program);
  addDeployCommands(program);
  addRestoreCommand(program);
  addCostCommand(program);
  return program;
}

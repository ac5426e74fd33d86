import { Command, CommanderError } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { StateInUseError } from '../machine/state-lock.ts';
import { awsProblem } from '../operate/aws/aws-problem.ts';
import { checkProfile } from '../operate/aws/check-profile.ts';
import { settleEnvironment } from '../operate/aws/settle-environment.ts';
import { tellError } from '../words/tell-error.ts';
import { StateFileError } from '../words/tell-file-problem.ts';
import { addCostCommand } from './operate/cost-command.ts';
import { addDeployCommands } from './operate/deploy-command.ts';
import { addDoctorCommand } from './operate/doctor-command.ts';
import { addProbeCommand } from './operate/probe-command.ts';
import { addRestoreCommand } from './operate/restore-command.ts';
import { addSecretsCommand } from './operate/secrets-command.ts';
import { addDiscardCommand } from './routes/discard-command.ts';
import { addHandOverCommand } from './routes/hand-over-command.ts';
import { addPendingCommand } from './routes/pending-command.ts';
import { addReplayCommand } from './routes/replay-command.ts';
import { addRouteCommands } from './routes/route-commands.ts';
import { addStatusCommand } from './routes/status-command.ts';
import { addInvokeCommand } from './run/invoke-command.ts';
import { addRunCommand } from './run/run-command.ts';
import { addSandboxCommand } from './run/sandbox-command.ts';
import { addStartCommand } from './run/start-command.ts';

/** How a command ends: 0 all well, 1 something failed, 2 the config, a flag or an environment variable is wrong. */
export type ExitCode = 0 | 1 | 2;

const exitCodes = `
Exit codes: 0 done, also when there was nothing to do; 1 something failed; 2 the config, a flag, an environment
variable, a secret or the AWS credentials have to be mended first, and nothing was done.`;

/** Runs the command line; what comes from outside ends in a sentence and an exit code, never in a stack trace. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('signalpost')
    .description('New buying signals to the people who act on them: nothing lost, nothing twice.')
    .showHelpAfterError('(signalpost --help tells what there is)')
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
  // Before anything reads it: AWS's SDK here and CDK would find two places in one environment.
  program.hook('preAction', async (_, command) => {
    if (command.opts().stage === undefined) return;
    await settleEnvironment(process.env);
    await checkProfile(process.env);
  });
  // Node's warning on type stripping and on SQLite says nothing to the one who runs this.
  process.removeAllListeners('warning');
  outliveReaders();
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/** Whoever read the output may have gone (`| head`): what is under way is finished all the same. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

function exitCodeOf(error: unknown): ExitCode {
  // Commander has printed its own sentence; help and version end well.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigurationError) {
    for (const problem of error.problems) console.error(`signalpost: ${problem}`);
    return 2;
  }
  // Written for the reader; a relative path in it could be taken for a secret.
  if (error instanceof StateInUseError) {
    console.error(`signalpost: ${error.message}`);
    return 2;
  }
  // So is this one, and a redacted path would be of no use.
  if (error instanceof StateFileError) {
    console.error(`signalpost: ${error.message}`);
    return 1;
  }
  const aws = awsProblem(error);
  console.error(`signalpost: ${aws?.sentence ?? tellError(error)}`);
  if (process.env.SIGNALPOST_DEBUG) console.error(error);
  return aws?.exitCode ?? 1;
}

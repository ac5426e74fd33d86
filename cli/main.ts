import { CommanderError } from 'commander';
import { StateInUseError } from '../machine/state-lock.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import { StateFileError } from '../view/words/describe-file-problem.ts';
import { formatError } from '../view/words/format-error.ts';
import { awsProblem } from './aws/aws-problem.ts';
import { followAwsCli } from './aws/follow-aws-cli.ts';
import { createProgram } from './program.ts';

/**
 * Runs the command line. An error from outside, such as a wrong flag, ends in a sentence and an exit code, never in a
 * stack trace.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const program = await createProgram(argv[2]);
  followAwsCli(process.env);
  // Node's warnings on type stripping and SQLite mean nothing to an operator.
  process.removeAllListeners('warning');
  outliveReaders();
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/**
 * If the reader of the output has exited (`| head`), the command still finishes its work, as it does if the disk of the
 * output is full, which it says.
 */
function outliveReaders(): void {
  // An error of stderr has no place left to be told.
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    console.error(
      `signalpost: stdout: could not be written (${error.message}); free its disk, or name another file`,
    );
    process.exitCode = 1;
  });
}

/** The exit code of a command: 0 all well, 1 something failed, 2 the config, a flag or an environment variable is wrong. */
function exitCodeOf(error: unknown): 0 | 1 | 2 {
  // Commander has printed its own message. Its exit code is 0 for help and version.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigurationError) {
    for (const problem of error.problems) console.error(`signalpost: ${problem}`);
    return 2;
  }
  // These are printed without redaction, which could mistake a relative path for a secret: the operator needs the path.
  if (error instanceof StateInUseError || error instanceof StateFileError) {
    console.error(`signalpost: ${error.message}`);
    return error instanceof StateInUseError ? 2 : 1;
  }
  const aws = awsProblem(error);
  console.error(`signalpost: ${aws?.sentence ?? formatError(error)}`);
  if (process.env.SIGNALPOST_DEBUG) console.error(error);
  return aws?.exitCode ?? 1;
}

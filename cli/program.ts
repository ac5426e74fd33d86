import { Command } from 'commander';
import packageFile from '../package.json' with { type: 'json' };
import { suggest } from '../view/words/suggest.ts';

const exitCodes = `
Exit codes: 0 done, or nothing to do; 1 something failed, or needs attention; 2 the config, a flag, an environment
variable, a secret or the AWS credentials are wrong, and nothing was done.`;

/** The commands by what they are for, in the order of `--help`, and the file of each. */
const groups = {
  'Begin:': {
    init: () => import('./run/init-command.ts'),
    start: () => import('./run/start-command.ts'),
    run: () => import('./run/run-command.ts'),
    sandbox: () => import('./run/sandbox-command.ts'),
    doctor: () => import('./operate/doctor-command.ts'),
    test: () => import('./run/test-command.ts'),
  },
  'Look:': {
    status: () => import('./read/status-command.ts'),
    preview: () => import('./read/preview-command.ts'),
    why: () => import('./read/why-command.ts'),
    history: () => import('./read/history-command.ts'),
    'bridges buyers': () => import('./read/bridges-command.ts'),
    people: () => import('./read/people-command.ts'),
    page: () => import('./read/page-command.ts'),
  },
  'Steer:': {
    pause: () => import('./act/pause-command.ts'),
    resume: () => import('./act/resume-command.ts'),
    'mute mutes unmute': () => import('./act/mute-command.ts'),
    resend: () => import('./act/resend-command.ts'),
    discard: () => import('./act/discard-command.ts'),
    invoke: () => import('./run/invoke-command.ts'),
  },
  'Deploy:': {
    'deploy diff': () => import('./operate/deploy-command.ts'),
    destroy: () => import('./operate/destroy-command.ts'),
    secrets: () => import('./operate/secrets-command.ts'),
  },
};

/**
 * Defines the commands and their options. Runs nothing. If `wanted` names a command, only its file is loaded: all of them
 * together take a tenth of a second. A help text and a typo need them all.
 */
export async function createProgram(wanted = ''): Promise<Command> {
  const program = new Command('signalpost')
    .description(
      'Finds new buying signals in a Bridge Data Access Service and sends them to Slack and webhooks.',
    )
    .showHelpAfterError(`(${suggest('--help')} lists the commands)`)
    .version(packageFile.version, '--version', 'print the version')
    .addHelpText('afterAll', exitCodes)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  const isWanted = (names: string): boolean => names.split(' ').includes(wanted);
  const isOne = Object.values(groups).some((files) => Object.keys(files).some(isWanted));
  for (const [heading, files] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const [names, load] of Object.entries(files))
      if (!isOne || isWanted(names)) (await load()).addCommands(program);
  }
  return program;
}

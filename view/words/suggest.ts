import { basename } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };

export const defaultConfig = 'signalpost.config.ts';
export const defaultState = '.signalpost';

/** The options that say what a command works on: this machine's state, or a deployed stage. */
export interface PlaceFlags {
  readonly config?: string;
  readonly state?: string;
  readonly stage?: string;
  readonly allowLocalDestinations?: boolean;
}

/** The command that started this process. */
export type Started = Pick<NodeJS.Process, 'argv0' | 'argv' | 'env'>;

/**
 * A command for the reader to paste: as this one was called, and on the same config, state or stage. `resume sales`
 * becomes `npm run -s signalpost -- resume sales --stage prod`.
 */
export function suggest(words: string, flags: PlaceFlags = {}, started: Started = process): string {
  const { config = defaultConfig, state = defaultState, stage, allowLocalDestinations } = flags;
  const given = [
    config !== defaultConfig && `--config ${quoted(config)}`,
    state !== defaultState && `--state ${quoted(state)}`,
    stage !== undefined && `--stage ${stage}`,
    // Commands on a stage read no addresses of this machine's config, and `deploy` has no such flag.
    stage === undefined && allowLocalDestinations === true && '--allow-local-destinations',
  ].filter((part) => part !== false);
  return [calledAs(started), words, ...given].join(' ');
}

function calledAs({ argv0, argv: [, file = ''], env }: Started): string {
  // Checked first: whatever an npm script starts inherits npm's variables. npm links the program under its name; on
  // Windows, it calls the file.
  if (/node_modules[\\/](\.bin[\\/]signalpost$|signalpost[\\/])/.test(file)) return `npx ${packageFile.name}`;
  if (basename(file) === packageFile.name) return packageFile.name;
  if (env.npm_package_name === packageFile.name) return 'npm run -s signalpost --';
  return [argv0, file].map(quoted).join(' ');
}

/** One word of a shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

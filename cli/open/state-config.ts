import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { checkConfig } from '../../shared/config/check-config.ts';
import { asWritten } from '../../shared/config/expand-owners.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
import { describeFileProblem } from '../../view/words/describe-file-problem.ts';
import { defaultConfig } from '../../view/words/suggest.ts';
import type { PlaceOptions } from '../input/options.ts';
import { loadLocalConfig } from './own-config.ts';

/** The config that runs on a state. `file`: an absolute path; null for the demo, whose config is in no file. */
interface Noted {
  readonly file: string | null;
  readonly config: SignalpostConfig;
}

const noteIn = (directory: string): string => join(directory, 'config.json');

/** Notes beside a ledger which config runs on it. It has the names of secrets, and no secret. */
export function noteConfig(directory: string, file: string | undefined, config: SignalpostConfig): void {
  const noted: Noted = { file: file === undefined ? null : resolve(file), config };
  const draft = `${noteIn(directory)}.new`;
  try {
    writeFileSync(draft, JSON.stringify(noted));
    // A process that is killed between the two leaves the note before it.
    renameSync(draft, noteIn(directory));
  } catch (error) {
    throw new ConfigurationError([`--state: ${describeFileProblem(noteIn(directory), error)}`], {
      cause: error,
    });
  }
}

/**
 * The config of a command on a state: the one that `--config` names, else the one that runs on the state, which it says on
 * stderr where that is another than the default. `options` then name its file: the `.env` beside it counts, and a command
 * that is suggested takes it. `isRunning`: a process runs on the state; stderr then says if the file has changed since that
 * began.
 */
export async function loadStateConfig(options: PlaceOptions, isRunning: boolean): Promise<SignalpostConfig> {
  const { config, state } = options;
  const isNamed = config !== defaultConfig;
  const noted = existsSync(noteIn(state)) ? await readNote(state, isNamed) : null;
  const isNoted = noted?.file === resolve(config);
  if (noted === null || (isNamed && !isNoted)) return loadLocalConfig(options);
  const file = noted.file ?? '';
  if (!isNoted) console.error(`the config is ${noted.file ?? "the demo's"}, which runs on ${state}`);
  if (!isNoted && !existsSync(file))
    return checkConfig({ ...noted.config, routes: asWritten(noted.config.routes) });
  const loaded = await loadLocalConfig(isNoted ? options : Object.assign(options, { config: file }));
  // A flag of the process decides over `local`.
  if (isRunning && !isDeepStrictEqual(asNoted(loaded), { ...noted.config, local: false }))
    console.error(
      `${file} has changed since the process on ${state} began; it takes effect when that starts again`,
    );
  return loaded;
}

/** As a note that is read gives it. */
function asNoted(config: SignalpostConfig): unknown {
  return JSON.parse(JSON.stringify({ ...config, local: false }));
}

/** Null for a note that says no config, which needs none if the config is named. */
async function readNote(directory: string, isNamed: boolean): Promise<Noted | null> {
  try {
    const noted: unknown = JSON.parse(await readFile(noteIn(directory), 'utf8'));
    if (isRecord(noted) && isRecord(noted.config)) return noted as unknown as Noted;
  } catch {
    // It is told as any other note that says no config.
  }
  if (isNamed) return null;
  throw new ConfigurationError([
    `--state: ${noteIn(directory)} does not say which config runs there; name it with --config FILE. The next run writes it anew`,
  ]);
}

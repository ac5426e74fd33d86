import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignalpostConfig } from '../../config/signalpost-config.ts';
import { configFileName } from '../environment.ts';

/** The config as checked at synth, from the file beside the bundled handler. */
export async function cloudConfig(): Promise<SignalpostConfig> {
  const directory = process.env.LAMBDA_TASK_ROOT ?? process.cwd();
  return JSON.parse(await readFile(join(directory, configFileName), 'utf8')) as SignalpostConfig;
}

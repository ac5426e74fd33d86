import { fileURLToPath } from 'node:url';
import { installPythonPrograms } from '../support/commands/python-programs.ts';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));

export interface EmulatorPrograms {
  /** Has the emulator, and botocore, which that brings along. AWS's own CLI lies beside it. */
  readonly python: string;
}

/** The AWS emulator and AWS's own CLI, in a virtual environment below `directory`. */
export async function installEmulator(directory: string): Promise<EmulatorPrograms> {
  const find = await installPythonPrograms({ directory, requirements, neededBy: 'the deploy test' });
  return { python: find('python') };
}

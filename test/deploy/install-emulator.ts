import { fileURLToPath } from 'node:url';
import { installPythonPrograms } from '../support/python-programs.ts';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));

export interface EmulatorPrograms {
  readonly ministack: string;
  /** Has botocore, which the emulator brings along. */
  readonly python: string;
}

/** The AWS emulator, in a virtual environment below `directory`. */
export async function installEmulator(directory: string): Promise<EmulatorPrograms> {
  const find = await installPythonPrograms({ directory, requirements, neededBy: 'the deploy test' });
  return { ministack: find('ministack'), python: find('python') };
}

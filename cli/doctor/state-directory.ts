import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { DirectoryPorts } from './check-state-directory.ts';

export const directoryPorts: DirectoryPorts = {
  async look(directory) {
    try {
      const found = await stat(directory);
      if (!found.isDirectory()) return { reason: 'it is a file' };
      await access(directory, constants.W_OK | constants.X_OK);
      return 'writable';
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      return code === 'ENOENT' ? 'missing' : { reason: code ?? 'unknown reason' };
    }
  },
  async isOpenToOthers(directory) {
    // Windows has other permissions, and reports these as open to all.
    if (process.platform === 'win32') return false;
    return ((await stat(directory)).mode & 0o077) !== 0;
  },
  parentOf: (directory) => dirname(resolve(directory)),
};

import { type Check, failed, ok, warning } from './check.ts';

const next = 'signalpost run --once';

export interface DirectoryPorts {
  /** `writable`, `missing`, or the reason why nothing can be written there. */
  look(directory: string): Promise<'writable' | 'missing' | { readonly reason: string }>;
  parentOf(directory: string): string;
  /** Whether other users of this machine have access to it. */
  isOpenToOthers(directory: string): Promise<boolean>;
}

/** Whether a run on this machine can keep its state in the directory, or create it. */
export function checkStateDirectory(
  directory: string,
  { look, parentOf, isOpenToOthers }: DirectoryPorts,
): Check {
  return {
    name: 'state',
    needs: [],
    async run() {
      const found = await look(directory);
      if (found === 'writable') {
        // An earlier version created it with these permissions.
        if (await isOpenToOthers(directory)) {
          return warning(`other users of this machine have access to ${directory}`, `chmod 700 ${directory}`);
        }
        return ok(`${directory} exists and is writable`, next);
      }
      if (found !== 'missing') return unusable(directory, found.reason);
      let above = parentOf(directory);
      let state = await look(above);
      while (state === 'missing' && parentOf(above) !== above) {
        above = parentOf(above);
        state = await look(above);
      }
      if (state === 'writable') return ok(`${directory} does not exist yet; the first run creates it`, next);
      return unusable(directory, state === 'missing' ? 'ENOENT' : state.reason);
    },
  };
}

const unusable = (directory: string, reason: string) =>
  failed(
    `${directory} can't be used (${reason})`,
    'name another directory with --state DIR, or fix its permissions',
  );

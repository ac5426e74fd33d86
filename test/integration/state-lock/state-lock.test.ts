import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeOpen, openState } from '../../../machine/pipeline/open-state.ts';
import { isStateLocked, lockState } from '../../../machine/state-lock.ts';

const lockModule = new URL('../../../machine/state-lock.ts', import.meta.url).href;

describe('the lock of a state directory', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'signalpost-lock-'));
  });
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  const holdInAnotherProcess = async () => {
    const code = `
      const { lockState } = await import(${JSON.stringify(lockModule)});
      lockState(${JSON.stringify(directory)});
      gc();
      console.log('held');
      setInterval(() => undefined, 1000);
    `;
    const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  };

  it.runIf(process.platform === 'linux')('is refused where no directory can be made', () => {
    expect(() => openState('/proc/signalpost/state')).toThrow(
      "--state: /proc/signalpost/state can't be created or used as a directory (ENOENT); name another one",
    );
  });

  it('can be taken again once it is released', () => {
    const first = lockState(directory);
    first.release();
    first.release();
    lockState(directory).release();
  });

  it('refuses a second holder, naming the first, can be asked about, and is free when that is killed', async () => {
    expect(isStateLocked(directory)).toBe(false);
    const child = await holdInAnotherProcess();

    expect(isStateLocked(directory)).toBe(true);
    expect(() => lockState(directory)).toThrow(
      expect.objectContaining({
        code: 'STATE_IN_USE',
        message: expect.stringContaining(`${directory} is in use by another process (pid ${child.pid})`),
      }),
    );
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;

    expect(isStateLocked(directory)).toBe(false);
    lockState(directory).release();
  });

  it('says so when the directory cannot be used', () => {
    const missing = join(directory, 'missing');
    expect(() => lockState(missing)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION', message: expect.stringContaining(missing) }),
    );
  });
});

describe.skipIf(process.platform === 'win32')('a state directory', () => {
  let above = '';
  beforeEach(() => {
    above = mkdtempSync(join(tmpdir(), 'signalpost-state-'));
  });
  afterEach(() => rmSync(above, { recursive: true }));
  const modesOf = (paths: readonly string[]) =>
    paths.map((path) => (statSync(join(above, path)).mode & 0o777).toString(8));

  it('is for its owner alone, and whatever was made on the way', () => {
    openState(join(above, 'made', 'state')).close();

    expect(modesOf(['made', 'made/state'])).toEqual(['700', '700']);
    expect(describeOpen(join(above, 'made', 'state'))).toEqual([]);
  });

  it('that others may read has files that they may not, and a warning', () => {
    chmodSync(above, 0o755);
    const state = openState(above);
    const files = readdirSync(above);
    const modes = modesOf(files);
    state.close();

    expect(files).toEqual(expect.arrayContaining(['ledger.db', 'ledger.db-wal', 'lock.db']));
    expect(new Set(modes)).toEqual(new Set(['600']));
    expect(describeOpen(above)).toEqual([expect.stringContaining(`(mode 755); run: chmod -R go= ${above}`)]);
  });

  it('is one word of the command that closes it, also with a space in its name', () => {
    const spaced = join(above, 'my state');
    mkdirSync(spaced);
    chmodSync(spaced, 0o755);

    expect(describeOpen(spaced)).toEqual([expect.stringContaining(`chmod -R go= '${spaced}' (in`)]);
  });
});

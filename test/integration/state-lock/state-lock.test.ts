import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openState } from '../../../machine/pipeline/open-state.ts';
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

  it('refuses a second holder, naming the directory', () => {
    const lock = lockState(directory);
    expect(() => lockState(directory)).toThrow(
      expect.objectContaining({
        code: 'STATE_IN_USE',
        message: expect.stringContaining(directory),
      }),
    );
    lock.release();
  });

  it('can be taken again once it is released', () => {
    const first = lockState(directory);
    first.release();
    first.release();
    lockState(directory).release();
  });

  it('holds between processes, can be asked about, and is free when the holder is killed', async () => {
    expect(isStateLocked(directory)).toBe(false);
    const child = await holdInAnotherProcess();

    expect(isStateLocked(directory)).toBe(true);
    expect(() => lockState(directory)).toThrow(expect.objectContaining({ code: 'STATE_IN_USE' }));
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

it.skipIf(process.platform === 'win32')(
  'a state directory is for its owner alone, and whatever was made on the way',
  () => {
    const above = mkdtempSync(join(tmpdir(), 'signalpost-state-'));
    openState(join(above, 'made', 'state')).close();

    const modes = ['made', 'made/state'].map((path) =>
      (statSync(join(above, path)).mode & 0o777).toString(8),
    );
    rmSync(above, { recursive: true });
    expect(modes).toEqual(['700', '700']);
  },
);

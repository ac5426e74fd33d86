import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockState } from '../../../local/state-lock.ts';

const lockModule = new URL('../../../local/state-lock.ts', import.meta.url).href;

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

  it('refuses a second holder, naming the directory and the process', () => {
    const lock = lockState(directory);
    expect(() => lockState(directory)).toThrow(
      expect.objectContaining({
        code: 'STATE_IN_USE',
        directory,
        pid: process.pid,
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

  it('holds between processes, and is free when the holder is killed', async () => {
    const child = await holdInAnotherProcess();
    expect(() => lockState(directory)).toThrow(
      expect.objectContaining({ code: 'STATE_IN_USE', pid: child.pid }),
    );

    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;

    lockState(directory).release();
  });

  it('says so when the directory cannot be used', () => {
    const missing = join(directory, 'missing');
    expect(() => lockState(missing)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION', message: expect.stringContaining(missing) }),
    );
  });
});

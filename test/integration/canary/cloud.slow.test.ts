import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { openedForAll } from '../../support/opened-for-all.ts';
import { canaries, findCanaries } from './canaries.ts';
import { type CanaryDirectory, startCanaryStage } from './canary-stage.ts';

const stage = openedForAll(() => startCanaryStage());
afterEach(() => {
  stage.destination.status = 204;
  stage.upstream.status = 204;
});

const program = fileURLToPath(new URL('cloud-run.ts', import.meta.url));

/** In a process of its own: what the logger writes can't be seen from inside. */
async function runAsLambda(
  directory: CanaryDirectory,
  mode = 'whole',
): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, POWERTOOLS_LOG_LEVEL: 'DEBUG', ...directory.environment };
  const options = { cwd: directory.path, env, maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)(process.execPath, [program, mode], options);
}

describe("secrets stay out of the cloud's logs, metrics, answers, messages and thrown errors", () => {
  it.each([204, 400, 410, 500])('when the destinations answer %i', async (status) => {
    stage.destination.status = status;
    const directory = stage.newDirectory();

    const said = await runAsLambda(directory);
    const told = said.stdout + said.stderr;

    expect(told).toContain('"message":"digest-attempted"');
    expect(told).toContain('"message of delivery"');
    expect(told).toContain('CloudWatchMetrics');
    expect(told).toContain(status === 204 ? '"message":"alarm-changed"' : 'tell-alarm threw');
    expect(findCanaries(canaries, { ...said, ...directory.readState() })).toEqual([]);
  });

  it.each([200, 401, 500])('when the API answers %i', async (status) => {
    stage.upstream.status = status;
    const api = { baseUrl: stage.upstream.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } };
    const directory = stage.newDirectory({ api });

    const said = await runAsLambda(directory);
    const told = said.stdout + said.stderr;

    expect(told).toContain('"message":"poll-failed"');
    expect(findCanaries(canaries, { ...said, ...directory.readState() })).toEqual([]);
  });

  it('when the ledger throws errors that hold them, in their messages, their causes and beside', async () => {
    const said = await runAsLambda(stage.newDirectory(), 'broken');

    const told = said.stdout + said.stderr;
    for (const line of ['"message":"message-failed"', 'poll-signals threw', 'compose-digests threw']) {
      expect(told).toContain(line);
    }
    expect(findCanaries(canaries, said)).toEqual([]);
  });
});

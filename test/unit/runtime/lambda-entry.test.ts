import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lambdaEntry } from '../../../shared/runtime/cloud/lambda-entry.ts';

const context = {} as Context;

/** What the logger writes, which has a console of its own over stdout and stderr. */
function captureOutput(): string[] {
  const lines: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => Boolean(lines.push(String(chunk))));
  }
  return lines;
}

afterEach(() => vi.restoreAllMocks());

describe('a Lambda entry', () => {
  it('builds its ports with the first event, once, and answers with what the handler does', async () => {
    let builds = 0;
    const entry = lambdaEntry('plan-polls', async () => {
      builds += 1;
      return async (event) => ({ event });
    });
    expect(builds).toBe(0);
    expect(await Promise.all([entry(1, context), entry(2, context)])).toEqual([{ event: 1 }, { event: 2 }]);
    expect(builds).toBe(1);
  });

  it('answers the config that lies beside it when it is asked to, and does nothing else', async () => {
    captureOutput();
    const directory = mkdtempSync(join(tmpdir(), 'signalpost-entry-'));
    writeFileSync(join(directory, 'config.json'), '{"routes":[]}');
    vi.stubEnv('LAMBDA_TASK_ROOT', directory);
    const entry = lambdaEntry('compose-digests', async () => expect.unreachable('nothing is built'));
    const answer = await entry({ readConfig: true, dryRun: true }, context);
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true });
    expect(answer).toEqual({ config: { routes: [] } });
  });

  const secret = 'https://hooks.example.com/T0/B0/c2VjcmV0c2VjcmV0';

  it.each(['build', 'handler'])(
    'lets only a safe sentence out when its %s fails, and logs it',
    async (place) => {
      const lines = captureOutput();
      const fail = () => {
        throw new TypeError(`cannot post to ${secret}`, { cause: new Error(secret) });
      };
      const entry = lambdaEntry('deliver-digest', async () =>
        place === 'build' ? fail() : async () => fail(),
      );
      const error: Error = await entry({}, context).then(
        () => new Error('it resolved'),
        (thrown: Error) => thrown,
      );
      expect(error.name).toBe('TypeError');
      expect(error.message).toContain('cannot post to');
      expect([error.message, error.stack, String(error.cause)].join()).not.toContain(secret);
      const log = lines.join('');
      expect(log).toContain('cannot post to');
      expect(log).not.toContain(secret);
      expect(log).toContain('"deliver-digest"');
    },
  );
});

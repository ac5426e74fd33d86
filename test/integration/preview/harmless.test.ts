import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { previewRoutes } from '../../../view/preview/preview-routes.ts';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { morningRoute } from '../../support/functions/example-routes.ts';
import { benchNow, openFunctions } from '../../support/functions/open-functions.ts';

afterEach(() => void vi.restoreAllMocks());

/** Prints the address of every module that importing the preview loads. */
const listLoaded = `
  const { registerHooks } = require('node:module');
  registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
  import('./view/preview/preview-routes.ts');
`;

it('loads no code that sends, and no network', async () => {
  const options = { cwd: new URL('../../../', import.meta.url) };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', listLoaded], options);
  const loaded = stdout.split('\n');
  expect(loaded.filter((url) => url.endsWith('compose-digests.ts'))).toHaveLength(1);
  const sends =
    /http-post|sender|http-fetch|send-request|@aws-sdk|undici|^node:(http|https|net|tls|dns|dgram)/;
  expect(loaded.filter((url) => sends.test(url))).toEqual([]);
});

it('of what a mute holds is for the first time of its route after the mute', async () => {
  const { ledger, table, ports } = openFunctions();
  await ledger.signals.record(exampleNewSignal(1, { firstSeenAt: benchNow - 1 }));
  const until = Date.parse('2026-11-25T22:00:00Z');
  await ledger.mutes.begin({ kind: 'route', id: 'crm', until, because: 'x' });
  const reading = { table, config: ports.config, now: benchNow };
  const [draft] = await previewRoutes(reading, { routes: [{ ...morningRoute, id: 'crm' }], since: 0 });
  expect(draft).toMatchObject({ parts: [{ signals: 1 }], slot: '2026-11-26T08:00:00.000Z' });
});

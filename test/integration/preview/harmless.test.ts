import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

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

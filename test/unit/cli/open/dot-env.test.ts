import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { localSecrets } from '../../../../cli/open/own-config.ts';

const directory = mkdtempSync(join(tmpdir(), 'dot-env-'));
afterAll(() => rmSync(directory, { recursive: true }));

const text = 'DOT_ENV_TOKEN=tökén\r\nDOT_ENV_OTHER=x\r\n';

it.each([
  ['plain', Buffer.from(text)],
  ['with a mark in front, as editors of Windows write it', Buffer.from(`\ufeff${text}`)],
  ['of two bytes for each letter, as PowerShell writes it', Buffer.from(`\ufeff${text}`, 'utf16le')],
])('reads a .env %s', async (_, bytes) => {
  writeFileSync(join(directory, '.env'), bytes);

  const secrets = localSecrets({ config: join(directory, 'signalpost.config.ts') });

  expect(await secrets.get('DOT_ENV_TOKEN')).toBe('tökén');
});

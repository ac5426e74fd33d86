import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { localSecrets } from '../../../../cli/open/own-config.ts';
import { SecretUnavailableError } from '../../../../shared/domain/errors.ts';

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

it('a .env that is a directory is named, as one that may not be read', async () => {
  const file = join(directory, 'mounted', '.env');
  mkdirSync(file, { recursive: true });
  const secrets = localSecrets({ config: join(directory, 'mounted', 'signalpost.config.ts') });

  await expect(secrets.get('DOT_ENV_TOKEN')).rejects.toThrow(
    new SecretUnavailableError(`${file}: could not be read (EISDIR); make it a file that this user may read`),
  );
});

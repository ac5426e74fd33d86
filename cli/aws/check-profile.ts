import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '../../shared/domain/errors.ts';

type Read = (file: string) => Promise<string>;

/**
 * Throws `ConfigurationError` if AWS's own files lack the profile that the environment names. The SDK would look for
 * credentials elsewhere for a minute, and then report only that it found none.
 */
export async function checkProfile(
  environment: NodeJS.ProcessEnv,
  read: Read = (file) => readFile(file, 'utf8'),
): Promise<void> {
  const { AWS_PROFILE: profile } = environment;
  if (!profile) return;
  const folder = join(environment.HOME ?? environment.USERPROFILE ?? homedir(), '.aws');
  const files = [
    environment.AWS_CONFIG_FILE || join(folder, 'config'),
    environment.AWS_SHARED_CREDENTIALS_FILE || join(folder, 'credentials'),
  ];
  const known = new Set((await Promise.all(files.map((file) => listProfiles(file, read)))).flat());
  if (known.has(profile)) return;
  const others = known.size === 0 ? 'they have no profile' : `they have: ${[...known].sort().join(', ')}`;
  throw new ConfigurationError([
    `AWS_PROFILE: found ${JSON.stringify(profile)}, which is in neither ${files.join(' nor ')}; ${others}`,
  ]);
}

/** `[profile NAME]` in the config, `[NAME]` in the credentials, and `[default]` in both. */
async function listProfiles(file: string, read: Read): Promise<string[]> {
  const text = await read(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new ConfigurationError([
      `${file} can't be read (${error.code ?? error.message}); AWS_PROFILE names a profile in it`,
    ]);
  });
  const headings = [...text.matchAll(/^\s*\[\s*(.+?)\s*\]/gm)].map(([, heading = '']) => heading);
  return headings
    .filter((heading) => !/^(sso-session|services)\s/.test(heading))
    .map((heading) => heading.replace(/^profile\s+/, '').replace(/^(["'])(.*)\1$/, '$2'));
}

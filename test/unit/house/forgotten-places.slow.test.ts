import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot, read, sectionOf } from './documents.ts';

/** Words that are planted behind a text of a file, under the heading that lists the places which then have to know them. */
const plants = [
  {
    heading: 'To add a destination',
    file: 'shared/domain/routes/route.ts',
    behind: 'export type DestinationSettings =',
    text: " { readonly type: 'pigeon'; readonly coop: SecretReference; readonly mention?: undefined } |",
    word: 'pigeon',
  },
  {
    heading: 'To add a match field',
    file: 'shared/domain/routes/match.ts',
    behind: 'export interface RouteMatch {',
    text: ' readonly weather?: readonly string[];',
    word: 'weather',
  },
  {
    heading: 'To add a kind of mute',
    file: 'shared/domain/routes/mute.ts',
    behind: 'export const muteKinds = [',
    text: "'herd', ",
    word: 'herd',
  },
];

describe('npm run types', () => {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-types-'));
  const errors: string[] = [];

  beforeAll(async () => {
    const { include } = JSON.parse(read('tsconfig.json')) as { readonly include: readonly string[] };
    for (const path of globSync([...include, '*.json', 'docs/*.json'], { cwd: projectRoot }))
      cpSync(join(projectRoot, path), join(directory, path), { recursive: true });
    for (const { file, behind, text } of plants)
      writeFileSync(join(directory, file), read(file).replace(behind, behind + text));
    symlinkSync(join(projectRoot, 'node_modules'), join(directory, 'node_modules'));
    const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
    for (const project of ['.', 'view/page/assets']) {
      const args = [tsc, '-p', project, '--pretty', 'false'];
      const run = promisify(execFile)(process.execPath, args, { cwd: directory, maxBuffer: 10_000_000 });
      const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
      errors.push(...stdout.split(/\n(?! )/));
    }
  }, 300_000);
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each(plants)('names each place of CONTRIBUTING: $heading', ({ heading, word }) => {
    const listed = sectionOf(read('CONTRIBUTING.md'), heading).matchAll(/^- `(.+?)`/gm);
    const own = errors.filter((error) => error.includes(word));
    const named = new Set(own.map((error) => error.split('(')[0]));
    const silent = [...listed].filter(([, place]) => !named.has(place));
    expect({ silent, named: named.size > 0 }).toEqual({ silent: [], named: true });
  });
});

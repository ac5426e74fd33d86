import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot, read } from './documents.ts';

type Paths = string | readonly string[] | undefined;

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: Paths; readonly pathNot?: Paths };
  readonly to: { readonly path?: Paths; readonly pathNot?: Paths };
}

const config = join(projectRoot, '.dependency-cruiser.mjs');
const { default: cruiser } = (await import(config)) as {
  readonly default: { readonly forbidden: readonly Rule[] };
};

const folders = '{build,cli,create,docs,functions,infra,machine,message,sandbox,shared,test,view}/**/*';
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
const names = [
  ...globSync([folders, '*.{ts,mjs,js}', '.*.mjs'], { cwd: projectRoot }),
  ...Object.keys({ ...dependencies, ...devDependencies }).map((name) => `node_modules/${name}/index.js`),
];

describe('who may import whom', () => {
  // A folder that was renamed would end its rules silently.
  test.each(cruiser.forbidden)('the paths of $name are there', ({ from, to }) => {
    const paths = [from.path, from.pathNot, to.path, to.pathNot].flatMap((path) => path ?? []);
    const gone = paths.filter((path) => {
      const pattern = new RegExp(path.replaceAll('$1', '[^/]+'));
      return !names.some((name) => pattern.test(name));
    });
    expect(gone).toEqual([]);
  });
});

describe('npm run imports', () => {
  const planted = 'shared/domain/stores.ts';
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'signalpost-imports-'));
    for (const [path, text] of [
      ['package.json', '{"type":"module"}'],
      ['shared/ledger/ledger.ts', 'export interface Ledger { name: string }\n'],
      [planted, "import type { Ledger } from '../ledger/ledger.ts';\nexport type Stored = Ledger;\n"],
      ['message/facts/fact.ts', "export type { Word } from '../digest/word.ts';\n"],
      ['message/digest/word.ts', 'export type Word = string;\n'],
      ['test/unit/a/one.ts', "export type { Two } from '../b/two.ts';\nexport type One = string;\n"],
      ['test/unit/a/three.ts', 'export type Three = string;\n'],
      ['test/unit/b/two.ts', "export type { Three } from '../a/three.ts';\nexport type Two = string;\n"],
      ['shared/attic/box.ts', "export type { Word } from '../../message/digest/word.ts';\n"],
    ] as const) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  // With a parser that can't read this TypeScript it finds no import at all, and says that all is well.
  test('finds an import of a type alone, one that leads upwards, a circle of folders and a folder without a floor', async () => {
    const program = join(projectRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const args = [program, '--config', config, '--output-type', 'err', '.'];
    const run = promisify(execFile)(process.execPath, args, { cwd: directory });
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/domain-imports-nothing-outside-itself.*shared\/domain\/stores\.ts/);
    expect(stdout).toMatch(/floor-of-message\/facts.*message\/facts\/fact\.ts → message\/digest\/word\.ts/);
    expect(stdout).toMatch(/no-circles-of-folders: test\/unit\/a →\s+test\/unit\/b →\s+test\/unit\/a/);
    expect(stdout).toMatch(/every-folder-has-a-floor.*shared\/attic\/box\.ts/);
  }, 60_000);
});

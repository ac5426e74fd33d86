/** `npm run build` writes both packages into dist/, ready for `npm pack`: signalpost and create-signalpost. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import root from '../package.json' with { type: 'json' };
import { buildBundles } from './bundles.ts';
import { createManifest, programManifest } from './manifests.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const program = 'dist/signalpost';
// The bundles stay: a test that reads them may be running.
for (const folder of ['dist', 'docs']) rmSync(join(program, folder), { recursive: true, force: true });
await buildBundles();

// Node refuses to strip types under node_modules. Only the entry points get declarations: no other file may be imported.
compile('build/tsconfig.json');
compile('build/tsconfig.types.json');
// A clone's app alone loads it, and cdk-nag with it.
rmSync(join(program, 'dist/infra/checks.js'));
cpSync('view/page/assets', join(program, 'dist/view/page/assets'), {
  recursive: true,
  filter: (source) => basename(source) !== 'tsconfig.json',
});
// The runbook's commands name them.
cpSync('events', join(program, 'dist/events'), { recursive: true });
cpSync('infra/deploy-roles.yaml', join(program, 'dist/infra/deploy-roles.yaml'));
const { name, version, type } = root;
// The program reads its name and version from the package.json above its folder; here that is dist/package.json.
writeJson(join(program, 'dist/package.json'), { name, version, type });
writeJson(join(program, 'package.json'), programManifest(join(program, 'dist')));
cpSync('LICENSE', join(program, 'LICENSE'));
const schemas = globSync('docs/*.schema.json');
const pages = ['CHANGELOG.md', 'README.md', ...globSync('docs/*.md')];
for (const page of pages) writePage(page, program, [...schemas, ...pages]);
for (const schema of schemas) cpSync(schema, join(program, schema));

buildCreate('dist/create-signalpost');

function compile(project: string): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], { stdio: 'inherit' });
}

function buildCreate(folder: string): void {
  buildSync({
    entryPoints: ['create/bin.ts'],
    outfile: join(folder, 'bin.mjs'),
    bundle: true,
    platform: 'node',
    // It runs before the new project has its own Node.
    target: 'node20',
    format: 'esm',
  });
  writeJson(join(folder, 'package.json'), createManifest());
  cpSync('LICENSE', join(folder, 'LICENSE'));
  cpSync('create/README.md', join(folder, 'README.md'));
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/**
 * Copies a page of the repository into the package. As long as no repository is named, a link to a file that only the
 * repository has becomes its text, and images are left out.
 */
function writePage(page: string, folder: string, shipped: readonly string[]): void {
  const text = readFileSync(page, 'utf8');
  const target = join(folder, page);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, 'repository' in root ? text : withoutLost(text, dirname(page), shipped));
}

function withoutLost(text: string, folder: string, shipped: readonly string[]): string {
  const paragraphs = text.split('\n\n').filter((paragraph) => !/!\[[^\]]*\]\((?!http)/.test(paragraph));
  return paragraphs.join('\n\n').replaceAll(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, (link, words, path) => {
    const isThere = /^\w+:/.test(path) || shipped.includes(normalize(join(folder, path)));
    return isThere ? link : words;
  });
}

/**
 * `npm run release` checks that this commit can be released, and tags it: the push of the tag publishes. `--dry-run` tags
 * nothing and shows what would be published. In CI, `--write DIR` writes the packages, the notes and the SBOM of a tag.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Made by `npm run build`, in the order of publishing: a project that the second creates installs the first. */
const packages = ['signalpost', 'create-signalpost'];
const folderOf = (name: string): string => join('dist', name);
const isBuilt = (name: string): boolean => existsSync(join(folderOf(name), 'package.json'));

const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, write: { type: 'string' } } });
const version = versionOf('.');
const tag = `v${version}`;
const release = readNotes(readFileSync('CHANGELOG.md', 'utf8'), version);
const isTagged = run('git', ['tag', '--points-at', 'HEAD', '--list', tag]) !== '';

/** Ends this process if the program fails, which has said why. */
function run(program: string, args: readonly string[], cwd = '.'): string {
  const { status, stdout } = spawnSync(program, args, { cwd, encoding: 'utf8', stdio: [0, 'pipe', 2] });
  return status === 0 ? stdout.trim() : process.exit(1);
}

/** The notes of a version under its heading `## 1.2.3 (2026-12-01)` in the changelog, or what is wrong with them. */
function readNotes(changelog: string, version: string): { notes?: string; problem?: string } {
  const section = changelog.split(/^## /m).find((one) => one.startsWith(`${version} `));
  const [heading = 'nothing', ...lines] = section?.split('\n') ?? [];
  if (!/ \(\d{4}-\d\d-\d\d\)$/.test(heading))
    return {
      problem: `CHANGELOG.md: found ${heading}; write ## ${version} (YYYY-MM-DD), the day of the release`,
    };
  const notes = lines.join('\n').trim();
  return notes === '' ? { problem: `CHANGELOG.md: found no text under ${heading}; write it` } : { notes };
}

function findProblems(needsTag: boolean): string[] {
  const changes = run('git', ['status', '--porcelain']);
  return [
    changes !== '' && `the working tree has changes; commit or stash them:\n${changes}`,
    !isTagged &&
      run('git', ['tag', '--list', tag]) !== '' &&
      `${tag} is the tag of another commit; write the next version into package.json`,
    needsTag && !isTagged && `package.json: found version ${version}, but this commit has no tag ${tag}`,
    release.problem,
    ...packages.map((name) => {
      const found = isBuilt(name) ? versionOf(folderOf(name)) : 'nothing';
      return found !== version && `${folderOf(name)}: found ${found}, not ${version}; run npm run build`;
    }),
  ].filter((problem) => typeof problem === 'string');
}

/** CycloneDX. Of the package: npm leaves packages out of the repository's that its development needs too. */
function makeSbom(): string {
  // npm names the SBOM after the folder.
  const folder = join(mkdtempSync(join(tmpdir(), 'sbom-')), 'signalpost');
  cpSync(join(folderOf('signalpost'), 'package.json'), join(folder, 'package.json'));
  run('npm', ['install', '--package-lock-only', '--omit=peer'], folder);
  return run('npm', ['sbom', '--package-lock-only', '--omit=peer', '--sbom-format=cyclonedx'], folder);
}

function show(): void {
  for (const name of packages.filter(isBuilt)) {
    const told = JSON.parse(run('npm', ['publish', '--dry-run', '--json'], folderOf(name)));
    // npm 10 has no name above it.
    const { id, files, size, unpackedSize } = told[name] ?? told;
    console.log(`${id}: ${files.length} files, ${size} bytes packed, ${unpackedSize} bytes unpacked`);
  }
  if (isBuilt('signalpost')) console.log(`SBOM: ${makeSbom().length} bytes`);
  console.log(`\n${release.notes ?? ''}\n`);
}

function write(directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const name of packages) run('npm', ['pack', '--pack-destination', resolve(directory)], folderOf(name));
  writeFileSync(join(directory, 'notes.md'), release.notes ?? '');
  writeFileSync(join(directory, 'sbom.cdx.json'), makeSbom());
}

if (values['dry-run']) show();
const problems = findProblems(values.write !== undefined);
if (problems.length > 0) {
  console.error([`${tag} can't be released:`, ...problems].join('\n- '));
  process.exitCode = 1;
} else if (values.write !== undefined) write(values.write);
else if (values['dry-run']) console.log(`${tag} can be released: npm run release`);
else {
  if (!isTagged) run('git', ['tag', '--annotate', tag, '--message', tag]);
  console.log(`${tag} is tagged; to publish it: git push origin ${tag}`);
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import root from '../package.json' with { type: 'json' };
import { entryPoints } from './entry-points.ts';

/** Packages that only a deploy needs: they come with the project, which chooses their versions. */
const peers = ['aws-cdk-lib', 'constructs'];

/** The package.json of the program whose JavaScript is in `compiled`. Throws if it imports what only development has. */
export function programManifest(compiled: string): object {
  const { name, dependencies, devDependencies } = root;
  const imported = importsOf(compiled);
  const strange = imported.filter((one) => one in devDependencies && !peers.includes(one));
  if (strange.length > 0)
    throw new Error(`${strange.join(', ')}: imported by the package, but a dev dependency in package.json`);
  const exported = Object.entries(entryPoints).map(([entryPoint, source]) => [
    entryPoint,
    { types: `./dist/${source}.d.ts`, default: `./dist/${source}.js` },
  ]);
  return {
    ...head(name, root.description, root.engines.node.replace('20', '24')),
    bin: { signalpost: 'dist/cli/bin.mjs' },
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    files: ['dist', 'bundles', 'docs', 'CHANGELOG.md'],
    dependencies: pick(dependencies, imported),
    peerDependencies: Object.fromEntries(
      Object.entries(pick(devDependencies, peers)).map(([peer, version]) => [peer, `^${version}`]),
    ),
    peerDependenciesMeta: Object.fromEntries(peers.map((peer) => [peer, { optional: true }])),
  };
}

export function createManifest(): object {
  return {
    ...head('create-signalpost', 'Makes a folder that runs and deploys Signalpost.', '>=20'),
    bin: { 'create-signalpost': 'bin.mjs' },
    files: ['bin.mjs'],
  };
}

function head(name: string, description: string, node: string): object {
  const { version, license, type, sideEffects } = root;
  return { name, version, description, license, type, sideEffects, engines: { node } };
}

/** Named statically, dynamically or by `import.meta.resolve`, whose file is read. */
const specifier =
  /(?:\bfrom |\bimport |\bimport\(|\bimport\.meta\.resolve\()['"](@[^/'"]+\/[^/'"]+|[^./'"][^/'"]*)/g;

function importsOf(folder: string): string[] {
  const files = globSync('**/*.{js,mjs}', { cwd: folder });
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(specifier)].map(([, name = '']) => name));
}

function pick(from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

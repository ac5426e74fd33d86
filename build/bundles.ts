import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { type FunctionName, functions } from '../functions/wiring.ts';
import { mapOwnSources } from './own-map.ts';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));
export const bundles = join(projectRoot, 'dist/signalpost/bundles');

/**
 * Bundles each function of the wiring into `dist/signalpost/bundles/NAME`: its handler with all its imports as one CommonJS
 * file, and the source map. The same sources give the same bytes, so an unchanged function is not deployed again.
 */
export async function buildBundles(): Promise<void> {
  const names = Object.keys(functions) as FunctionName[];
  await Promise.all(names.map(buildBundle));
}

/**
 * What others import of these files. They serve adaptive retries and S3, which no function has, a Node without checksums of
 * its own, and a machine with profiles or whose region is asked for: Lambda has neither.
 */
const needless = {
  AdaptiveRetryStrategy: 'AdaptiveRetryStrategy',
  Sha256Js: 'Sha256Js',
  Md5Js: 'Md5Js',
  getInstanceMetadataRegion: 'getInstanceMetadataRegion',
  parseIni: 'parseIni',
  'service-customizations[\\\\/]index': 'resolveParamsForS3',
};

/** Leaves out what AWS's clients bring and nothing uses: 11 kB of code, and 2 kB a client. */
const smallerClients: Plugin = {
  name: 'smaller-clients',
  setup(build) {
    // Each client imports its whole package.json to tell its version.
    build.onLoad({ filter: /@aws-sdk[\\/]client-[a-z-]+[\\/]package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8'));
      return { loader: 'json', contents: JSON.stringify({ version }) };
    });
    for (const [file, name] of Object.entries(needless)) {
      const contents = `export class ${name} {}`;
      build.onLoad({ filter: new RegExp(`[\\\\/]${file}\\.js$`) }, () => ({ contents }));
    }
  },
};

async function buildBundle(name: FunctionName): Promise<void> {
  const entry = `functions/${name}/lambda.ts`;
  const built = await build({
    absWorkingDir: projectRoot,
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    // ES modules first, since their unused parts are dropped.
    mainFields: ['module', 'main'],
    // The default chain of credentials (profiles, SSO, processes) is a third of AWS's SDK. Lambda sets variables.
    alias: {
      '@aws-sdk/credential-provider-node': join(projectRoot, 'build/environment-credentials.ts'),
      // 9 kB that nothing calls.
      '@aws-sdk/middleware-endpoint-discovery': join(projectRoot, 'build/no-endpoint-discovery.ts'),
      'json-e': join(projectRoot, 'build/lazy-json-e.cjs'),
    },
    // Imported only for operations that stream events; no function calls one.
    external: ['@smithy/core/event-streams'],
    legalComments: 'none',
    logLevel: 'silent',
    // This is not the real output path: the source map's paths are relative to it, and begin with the project's folders this way.
    outfile: join(projectRoot, 'index.js'),
    write: false,
    sourcemap: true,
    sourcesContent: false,
    plugins: [smallerClients],
  });
  const [warning] = built.warnings;
  if (warning)
    throw new Error(`${warning.location?.file ?? entry}: ${warning.text} (esbuild: ${warning.id})`);
  const directory = join(bundles, name);
  mkdirSync(directory, { recursive: true });
  for (const { path, text } of built.outputFiles) {
    const file = join(directory, basename(path));
    const content = path.endsWith('.map') ? mapOwnSources(text) : text;
    // An unchanged file is left alone: another process may be reading it.
    if (!existsSync(file) || readFileSync(file, 'utf8') !== content) writeFileSync(file, content);
  }
}

if (import.meta.main) await buildBundles();

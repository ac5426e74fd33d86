import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { type FunctionName, functions } from '../functions/wiring.ts';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));
export const bundles = join(projectRoot, 'dist/signalpost/bundles');

/**
 * Bundles each function of the wiring into `dist/signalpost/bundles/NAME`: its handler with all its imports as one CommonJS
 * file. The same sources give the same bytes, so an unchanged function is not deployed again.
 */
export async function buildBundles(): Promise<void> {
  const names = Object.keys(functions) as FunctionName[];
  await Promise.all(names.map(writeBundle));
}

async function writeBundle(name: FunctionName): Promise<void> {
  const { outputFiles } = await buildBundle(name);
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    // An unchanged file is left alone: another process may be reading it.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
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

/** Writes no file. The `metafile` lists what is in the bundle. Throws at a warning of esbuild. */
export async function buildBundle(name: FunctionName) {
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
    outfile: join(bundles, name, 'index.js'),
    write: false,
    metafile: true,
    plugins: [smallerClients],
  });
  const [warning] = built.warnings;
  if (warning)
    throw new Error(`${warning.location?.file ?? entry}: ${warning.text} (esbuild: ${warning.id})`);
  return built;
}

if (import.meta.main) await buildBundles();

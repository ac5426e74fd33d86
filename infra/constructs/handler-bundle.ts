import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type BuildOptions, buildSync } from 'esbuild';
import { configFileName } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** How code for Lambda is bundled. */
const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  minify: true,
  // ES modules first, since their unused parts are dropped.
  mainFields: ['module', 'main'],
  // The default chain of credentials (profiles, SSO, processes) is a third of AWS's SDK. Lambda sets variables.
  alias: {
    '@aws-sdk/credential-provider-node': join(projectRoot, 'infra/constructs/environment-credentials.ts'),
  },
  // Imported only for operations that stream events; no function calls one.
  external: ['@smithy/core/event-streams'],
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'silent',
} satisfies BuildOptions;

/**
 * A handler with all its imports as one CommonJS file, its source map, and the validated config as a file beside it: a
 * thousand buyers don't fit into environment variables. CDK's `NodejsFunction` could add the config only through a
 * shell. The same sources and config give the same bytes, so an unchanged function is not deployed again.
 */
export function bundleHandler(entry: string, config: SignalpostConfig): Code {
  return Code.fromAsset(join(projectRoot, dirname(entry)), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Required by the type but never pulled: the local bundling below always succeeds.
      image: DockerImage.fromRegistry('none'),
      local: {
        tryBundle: (directory) => {
          writeBundle(directory, entry, config);
          return true;
        },
      },
    },
  });
}

function writeBundle(directory: string, entry: string, config: SignalpostConfig): void {
  const built = buildSync({
    ...bundling,
    absWorkingDir: projectRoot,
    entryPoints: [entry],
    // Not the real output path: the source map's paths are relative to it, and must not depend on this machine.
    outfile: join(projectRoot, 'index.js'),
    write: false,
    sourcemap: true,
  });
  const [warning] = built.warnings;
  if (warning) {
    throw new Error(`${warning.location?.file ?? entry}: ${warning.text} (esbuild: ${warning.id})`);
  }
  mkdirSync(directory, { recursive: true });
  for (const file of built.outputFiles) {
    writeFileSync(join(directory, basename(file.path)), file.contents);
  }
  writeFileSync(join(directory, configFileName), `${JSON.stringify(config)}\n`);
}

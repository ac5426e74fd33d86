import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { configFileName, type FunctionName } from '../../functions/wiring.ts';
import { fingerprintConfig } from '../../shared/config/check-stage.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';

const isSource = import.meta.url.endsWith('.ts');
/** Bundles stand beside the package's compiled code; in a clone, where the build puts them. */
const folder = isSource ? '../../dist/signalpost/bundles/' : '../../../bundles/';
const bundles = fileURLToPath(new URL(folder, import.meta.url));

/** Throws if the function was not built. */
function bundleOf(name: FunctionName): string {
  const directory = join(bundles, name);
  if (existsSync(join(directory, 'index.js'))) return directory;
  const fix = isSource ? 'build it: npm run build' : 'install the package again';
  throw new Error(`the bundle of ${name} is missing: ${directory} has no index.js; ${fix}`);
}

/**
 * The code has the validated config as a file beside the bundle: a thousand buyers don't fit into environment variables.
 * The same bundle and config give the same bytes, so an unchanged function is not deployed again.
 */
export function handlerCode(name: FunctionName, config: SignalpostConfig): Code {
  const from = bundleOf(name);
  return Code.fromAsset(from, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // The type requires an image, which is never pulled: the local bundling below always succeeds.
      image: DockerImage.fromRegistry('none'),
      // CDK bundles a path once for the same options. It would give two stages in an app the config of the first.
      environment: { CONFIG: fingerprintConfig(config) },
      local: {
        tryBundle(directory) {
          cpSync(from, directory, { recursive: true });
          writeFileSync(join(directory, configFileName), `${JSON.stringify(config)}\n`);
          return true;
        },
      },
    },
  });
}

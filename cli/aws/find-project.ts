import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '../../shared/domain/errors.ts';

/** The folder of this code: a clone's own, or the package's `dist`. */
const ownFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The project that CDK deploys, and the path of its CDK: a clone, or the nearest folder with a `cdk.json` from the
 * working directory upwards. Throws `ConfigurationError` for somebody else's CDK app, and for a project without CDK.
 */
export function findProject(from: string = process.cwd(), own: string = ownFolder) {
  const isProject = (folder: string) => existsSync(join(folder, 'cdk.json'));
  const folder = [own, ...foldersUpFrom(from)].find(isProject);
  if (folder === undefined) {
    throw new ConfigurationError([
      `cdk.json: not found in ${from} or above; go to the project's folder, or make one: npm create signalpost@latest`,
    ]);
  }
  const file = join(folder, 'cdk.json');
  if (folder !== own && !readFileSync(file, 'utf8').includes('signalpost/dist/infra/app.js')) {
    throw new ConfigurationError([
      `${file}: its app is not node_modules/signalpost/dist/infra/app.js; deploy an app of your own with npx cdk`,
    ]);
  }
  try {
    return { folder, cdk: createRequire(file).resolve('aws-cdk/bin/cdk') };
  } catch (cause) {
    const fix =
      folder === own
        ? 'run npm ci (npm ci --omit=dev leaves it out, and is for one machine only)'
        : 'run npm install -D aws-cdk aws-cdk-lib constructs';
    throw new ConfigurationError([`cdk: not installed in ${folder}; ${fix}`], { cause });
  }
}

function foldersUpFrom(folder: string): string[] {
  const above = dirname(folder);
  return [folder, ...(above === folder ? [] : foldersUpFrom(above))];
}

/** `npm run api` writes docs/api: what each entry point of the package exports, to be reviewed with a change of it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryPoints } from './entry-points.ts';

const packageFolder = fileURLToPath(new URL('../dist/signalpost', import.meta.url));
const extractor = fileURLToPath(new URL('../.ci/tools/node_modules/.bin/api-extractor', import.meta.url));

/** Writes a report for each entry point of the package that was built. Throws if an entry point's declarations can't be read. */
export function reportEntryPoints(folder: string): void {
  mkdirSync(folder, { recursive: true });
  // It takes the package that its config lies in.
  const config = join(packageFolder, 'api-extractor.json');
  try {
    for (const [entryPoint, source] of Object.entries(entryPoints)) {
      const declarations = join(packageFolder, 'dist', `${source}.d.ts`);
      writeFileSync(config, JSON.stringify(configOf(folder, entryPoint, declarations)));
      execFileSync(extractor, ['run', '--local', '--config', config], { stdio: 'inherit' });
    }
  } finally {
    rmSync(config);
  }
}

const none = { logLevel: 'none', addToApiReportFile: false };
const messages = {
  extractorMessageReporting: { default: none, 'ae-forgotten-export': none, 'ae-missing-release-tag': none },
  tsdocMessageReporting: { default: none },
};

function configOf(folder: string, entryPoint: string, declarations: string): unknown {
  // Its own TypeScript is older than ours, and reads only declarations.
  const compilerOptions = { module: 'nodenext', target: 'es2024', types: ['node'], skipLibCheck: true };
  return {
    projectFolder: packageFolder,
    mainEntryPointFilePath: declarations,
    compiler: { overrideTsconfig: { compilerOptions, files: [declarations] } },
    apiReport: {
      enabled: true,
      reportFileName: `${entryPoint === '.' ? 'signalpost' : entryPoint.slice(2)}.api.md`,
      reportFolder: folder,
      reportTempFolder: folder,
      // The answers of the API are types of schemas. Those of the config are in docs/config.schema.json, at a tenth of
      // the length.
      includeForgottenExports: entryPoint === './bridge-api',
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    messages,
  };
}

if (import.meta.main) reportEntryPoints(fileURLToPath(new URL('../docs/api', import.meta.url)));

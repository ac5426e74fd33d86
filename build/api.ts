/** `npm run api` writes docs/api: what each door of the package exports, to be reviewed with a change of it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, ExtractorLogLevel, type IConfigFile } from '@microsoft/api-extractor';
import { doors, reportOf } from './doors.ts';

const packageFolder = fileURLToPath(new URL('../dist/signalpost', import.meta.url));

/** Writes a report for each door of the package that was built. Throws if a door's declarations can't be read. */
export function reportDoors(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [door, source] of Object.entries(doors)) {
    const declarations = join(packageFolder, 'dist', `${source}.d.ts`);
    const config = ExtractorConfig.prepare({
      configObject: configOf(folder, door, declarations),
      configObjectFullPath: undefined,
      packageJsonFullPath: join(packageFolder, 'package.json'),
    });
    const { succeeded } = Extractor.invoke(config, {
      localBuild: true,
      messageCallback: (message) => {
        message.handled = true;
        if (message.logLevel === ExtractorLogLevel.Error) console.error(message.text);
      },
    });
    if (!succeeded) throw new Error(`${declarations}: API Extractor failed`);
  }
}

function configOf(folder: string, door: string, declarations: string): IConfigFile {
  // Its own TypeScript is older than ours, and reads only declarations.
  const compilerOptions = { module: 'nodenext', target: 'es2024', types: ['node'], skipLibCheck: true };
  return {
    projectFolder: packageFolder,
    mainEntryPointFilePath: declarations,
    compiler: { overrideTsconfig: { compilerOptions, files: [declarations] } },
    apiReport: {
      enabled: true,
      reportFileName: reportOf(door),
      reportFolder: folder,
      reportTempFolder: folder,
      // The answers of the API are types of schemas. Those of the config are in docs/config.schema.json, at a tenth of
      // the length.
      includeForgottenExports: door === './bridge-api',
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    messages: { extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } } },
  };
}

if (import.meta.main) reportDoors(fileURLToPath(new URL('../docs/api', import.meta.url)));

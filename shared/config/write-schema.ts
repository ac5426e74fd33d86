/** `npm run schema`, after a change of the config's schema: writes all that follows from it. A test finds a file left behind. */
import { writeFile } from 'node:fs/promises';
import { composeSchemaFiles } from './schema-files.ts';

for (const [path, text] of composeSchemaFiles())
  await writeFile(new URL(`../../${path}`, import.meta.url), text);

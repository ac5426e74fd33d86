/** `npm run schema` writes the files generated from the config's schema. A test fails if one is out of date. */
import { writeFile } from 'node:fs/promises';
import { composeSchemaFiles } from './schema-files.ts';

for (const [path, text] of composeSchemaFiles())
  await writeFile(new URL(`../../${path}`, import.meta.url), text);

/** `npm run schema` writes docs/cli.schema.json. A test fails if it is out of date, or if a command has no schema. */
import { writeFile } from 'node:fs/promises';
import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import { beginOutputs } from './begin.ts';
import { deployOutputs } from './deploy.ts';
import { lookOutputs } from './look.ts';
import { lookUpOutputs } from './look-up.ts';
import { steerOutputs } from './steer.ts';

/** The schema of each command's object, by its name. */
export const outputs = {
  ...beginOutputs,
  ...lookOutputs,
  ...lookUpOutputs,
  ...steerOutputs,
  ...deployOutputs,
};

/** The generated file's path from the project's root. */
export const cliSchemaPath = 'docs/cli.schema.json';

/** The content of `docs/cli.schema.json`. */
export function composeCliSchema(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:signalpost:schema:cli:1',
    title: 'What each command prints with --json',
    description:
      '`definitions` has a schema for each command, by its name: `signalpost status --json` prints one object that `#/definitions/status` describes. Times are ISO 8601 in UTC. Fields may be added.',
    definitions: toJsonSchemaDefs(outputs, { target: 'draft-07', typeMode: 'output' }),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

if (import.meta.main) {
  await writeFile(new URL(`../../${cliSchemaPath}`, import.meta.url), composeCliSchema());
}

import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { closed } from '../destinations/digest-schema.ts';

const schema = closed(
  JSON.parse(readFileSync(new URL('../../../docs/cli.schema.json', import.meta.url), 'utf8')),
  'properties',
) as { readonly definitions: Readonly<Record<string, object>> };

/** The commands that docs/cli.schema.json describes, such as `secrets set`. */
export const describedCommands = Object.keys(schema.definitions);

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
formats.default(ajv);
ajv.addSchema(schema);
const compiled = new Map<string, ValidateFunction>();

interface Output {
  readonly stdout: string;
  readonly exitCode: number | null;
}

/** Throws if a command with `--json` printed anything but one object that docs/cli.schema.json describes. */
export function checkJsonOutput(args: readonly string[], { stdout, exitCode }: Output): void {
  if (!args.includes('--json') || stdout === '' || exitCode === 2) return;
  const name = describedCommands.find((one) => one === args[0] || one === `${args[0]} ${args[1]}`);
  if (name === undefined) throw new Error(`${args[0]} --json has no schema in docs/cli.schema.json`);
  const validate =
    compiled.get(name) ??
    ajv.compile({ $ref: `urn:signalpost:schema:cli:1#/definitions/${encodeURIComponent(name)}` });
  compiled.set(name, validate);
  if (validate(JSON.parse(stdout))) return;
  const faults = validate.errors?.map(({ instancePath, message, params }) => {
    return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
  });
  throw new Error(
    `${name} --json printed what docs/cli.schema.json does not describe: ${faults?.join('; ')}\n${stdout}`,
  );
}

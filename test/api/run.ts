/**
 * `npm run test:api [-- --seed N] [--examples N]`: schemathesis calls a sandbox with what docs/openapi.yaml allows and
 * forbids, and holds every answer to the document. Fails when one of its checks fails. The same seed makes the same calls.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { makeWorld, type World } from '../../sandbox/data/world.ts';
import { startSandbox } from '../../sandbox/serve.ts';
import { installPythonPrograms } from '../support/commands/python-programs.ts';
import { countCalls } from '../support/upstream/count-calls.ts';
import { type Schema, termSchemas } from './term-schemas.ts';

const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261122' },
    /** For each operation and phase. */
    examples: { type: 'string', default: '100' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Git ignores it. What schemathesis writes goes here too. */
const directory = join(root, '.deploy-test', 'api');
const plan = { seed: 1, buyers: 60, bridges: 11, signals: 800 };

mkdirSync(directory, { recursive: true });
const find = await installPythonPrograms({
  directory,
  requirements: join(import.meta.dirname, 'requirements.txt'),
  neededBy: 'the API test',
});
const document = parse(readFileSync(join(root, 'docs/openapi.yaml'), 'utf8')) as OpenApiDocument;
writeFileSync(join(directory, 'openapi.json'), JSON.stringify(narrowDocument(document, makeWorld(plan))));

const sandbox = await startSandbox({
  ...plan,
  port: 0,
  now: () => Date.parse('2026-11-21T08:00:00Z'),
});
const calls = countCalls(sandbox.url);
try {
  process.exitCode = await callIt();
} finally {
  await sandbox.close();
}

/** Gives schemathesis's exit code. */
async function callIt(): Promise<number> {
  const args = [
    ...['--config-file', join(import.meta.dirname, 'schemathesis.toml')],
    ...['run', 'openapi.json', '--url', sandbox.url],
    ...['--header', `Authorization: Bearer ${sandbox.token}`],
    ...['--seed', flags.seed, '--max-examples', flags.examples],
  ];
  console.log(`+ schemathesis ${args.join(' ')}`);
  const child = spawn(find('schemathesis'), args, { cwd: directory, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  console.log(`the sandbox answered ${calls()} calls`);
  return code ?? 1;
}

/** docs/openapi.yaml, as far as it is read here. */
export interface OpenApiDocument {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly parameters: Record<string, Parameter>;
  };
}

interface Operation {
  readonly operationId: string;
  parameters: (Parameter | { readonly $ref: string })[];
}

interface Parameter {
  readonly name: string;
  schema: Schema;
}

/**
 * The document with the ids of a sandbox's world, so that calls reach its data, and with the terms that the sandbox takes,
 * which the document itself leaves open: they are not contracted. The terms name columns, so there is one bridge only, the
 * first: it has a column of every format. No bridge tracks the last of the twenty buyers.
 */
export function narrowDocument(document: OpenApiDocument, { bridges, buyers }: World): OpenApiDocument {
  const [bridge] = bridges;
  if (!bridge) throw new Error('the world has no bridge');
  const narrow = structuredClone(document);
  const buyerIds = buyers.slice(0, 20).map(({ buyerId }) => buyerId);
  limitIds(narrow, 'listColumnMetadata', 'bridgeId', [bridge.bridgeId]);
  limitIds(narrow, 'listBridgeRows', 'bridgeId', [bridge.bridgeId]);
  limitIds(narrow, 'listBuyerSignals', 'buyerId', buyerIds);
  limitIds(narrow, 'getBuyerSummary', 'buyerId', buyerIds);
  Object.assign(narrow.components.schemas, termSchemas(bridge));
  return narrow;
}

function limitIds(
  { paths, components }: OpenApiDocument,
  operationId: string,
  name: string,
  ids: readonly string[],
): void {
  const operation = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find((candidate) => candidate.operationId === operationId);
  if (!operation) throw new Error(`docs/openapi.yaml has no operation ${operationId}`);
  operation.parameters = operation.parameters.map((parameter) => {
    const own =
      '$ref' in parameter ? components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
    return own?.name === name ? { ...own, schema: { type: 'string', enum: ids } } : parameter;
  });
}

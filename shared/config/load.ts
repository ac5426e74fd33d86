import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type JSONVisitor, visit } from 'jsonc-parser';
import { ConfigurationError } from '../domain/errors.ts';
import { isRecord } from '../domain/is-record.ts';
import { jsonIn } from '../domain/json-in.ts';
import { redactText } from '../domain/redact-text.ts';
import { type CheckOptions, checkConfig } from './check-config.ts';
import type { SignalpostConfig } from './signalpost-config.ts';

/**
 * Reads and checks a config: `.ts` and `.mjs` by their default export, `.json` as it is. A relative path starts at the
 * working directory. Throws `ConfigurationError`. A .ts or .mjs file is executed, so it may do anything.
 */
export async function loadConfig(path: string, options: CheckOptions = {}): Promise<SignalpostConfig> {
  return checkConfig(await readConfig(path), options);
}

/** `fixMissing`: what to do where there is no such file. */
export async function readConfig(path: string, fixMissing = howToName): Promise<unknown> {
  const file = resolve(path);
  const extension = extname(file);
  if (extension === '.json') return parseJson(path, await readText(path, file, fixMissing));
  if (extension === '.ts' || extension === '.mjs') return importDefault(path, file, fixMissing);
  throw new ConfigurationError([
    `${path}: ${extension === '' ? 'has no extension' : `has the extension ${extension}`}; use .ts, .mjs or .json`,
  ]);
}

const howToName = 'name the config with --config FILE, or write one with init';

function readText(path: string, file: string, fixMissing: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigurationError([`${path}: ${describeUnreadable(error, fixMissing)}`], { cause: error });
  });
}

function describeUnreadable(error: unknown, fixMissing: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return `file not found; ${fixMissing}`;
  if (code === 'EISDIR') return 'is a directory; name the config file in it';
  return `could not be read (${typeof code === 'string' ? code : 'unknown reason'}); check its permissions`;
}

/** Throws `ConfigurationError` with the place. `path`: as the error names the text. */
export function parseJson(path: string, text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  const parsed = jsonIn(json);
  if (parsed === undefined)
    throw new ConfigurationError([`${path}: is not JSON at ${locateJsonError(json)}; fix it there`]);
  const repeated = findRepeated(json);
  if (repeated === null) return parsed;
  throw new ConfigurationError([
    `${path}: has a field twice, the second time at ${repeated}; remove one of them`,
  ]);
}

/** The place of a field that its object has already: of the two, JavaScript takes the last. Null if there is none. */
function findRepeated(json: string): string | null {
  const open: Set<string>[] = [];
  const places: string[] = [];
  visit(json, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectProperty: (name, _offset, _length, line, character) => {
      if (open.at(-1)?.has(name)) places.push(placeOf(line, character));
      open.at(-1)?.add(name);
    },
    onObjectEnd: () => void open.pop(),
  });
  return places[0] ?? null;
}

const placeOf = (line: number, character: number): string => `line ${line + 1}, column ${character + 1}`;

/** V8's message gives the place only sometimes, and quotes the text around it, which may be a secret. */
function locateJsonError(json: string): string {
  const places: string[] = [];
  const onError: JSONVisitor['onError'] = (_code, _offset, _length, line, character) =>
    places.push(placeOf(line, character));
  visit(json, { onError }, { disallowComments: true });
  return places[0] ?? 'an unknown place';
}

async function importDefault(path: string, file: string, fixMissing: string): Promise<unknown> {
  await readText(path, file, fixMissing);
  const importing: Promise<{ readonly default?: unknown }> = import(pathToFileURL(file).href);
  const module = await importing.catch((error: unknown) => {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError([`${path}: ${describeImportError(error, file)}`], { cause: error });
  });
  if (module.default !== undefined) return module.default;
  throw new ConfigurationError([`${path}: has no default export; write export default defineConfig({…})`]);
}

function describeImportError(error: unknown, file: string): string {
  if (!(error instanceof Error))
    return 'threw a value that is not an Error; run it with node to see the value';
  const name = basename(file);
  const line = (error.stack ?? '').split(`${name}:`)[1]?.match(/^\d+/)?.[0];
  // Later lines of the message may quote the file.
  const message = redactText((error.message.split('\n')[0] ?? '').replaceAll(file, name));
  const owner = error instanceof SyntaxError ? findCommonJs(file) : null;
  if (owner !== null)
    return `is a module, and ${owner} says "type": "commonjs"; write "type": "module" there, or name the config .mjs`;
  const fix =
    error instanceof SyntaxError && !line ? `; ${process.execPath} --check ${name} shows the place` : '';
  return `could not be run${line ? ` (line ${line})` : ''}: ${error.name}: ${message}${fix}`;
}

/** The package.json by which a file with the syntax of a module is none, as `npm init` writes it; null without one. */
function findCommonJs(file: string): string | null {
  const owner = file.endsWith('.ts') ? findPackageJSON(pathToFileURL(file)) : undefined;
  if (owner === undefined) return null;
  const found = jsonIn(readFileSync(owner, 'utf8'));
  return isRecord(found) && found.type === 'commonjs' ? owner : null;
}

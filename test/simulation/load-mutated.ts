import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { changesOf, type Mutant, type SourceChange } from './parts/mutant.ts';
import type * as simulation from './run-schedule.ts';

/** A mutation whose text is not in the source, or that changes no executed code. */
export class UnusableMutantError extends Error {
  override readonly name = 'UnusableMutantError';
  readonly code = 'UNUSABLE_MUTANT';
}

interface Mutation {
  readonly source: readonly SourceChange[];
  readonly loaded: Set<string>;
}

const root = new URL('../../', import.meta.url);
const parameter = 'mutant';
const mutations = new Map<string, Mutation>();

/**
 * The simulation with a mutant's source in place of the functions' own. Every module that it loads has the mutant's name
 * in its URL, so that one thread can run many mutants and the protocol as it is, none of which sees the others.
 * Works only in plain Node: a test runner that transforms modules does not ask these hooks.
 */
export async function loadMutated(mutant: Mutant): Promise<typeof simulation> {
  const { name } = mutant;
  const source = changesOf(mutant);
  if (source.length === 0) return import('./run-schedule.ts');
  checkFits(mutant);
  if (mutations.size === 0) registerHooks({ resolve, load });
  const mutation: Mutation = mutations.get(name) ?? { source, loaded: new Set() };
  mutations.set(name, mutation);
  const mutated: typeof simulation = await import(`./run-schedule.ts?${parameter}=${name}`);
  const unused = source.find(({ file }) => !mutation.loaded.has(file));
  if (unused === undefined) return mutated;
  throw new UnusableMutantError(`mutant ${name}: the simulation does not load ${unused.file}`);
}

/** Throws unless each file has the text to change exactly once. */
export function checkFits(mutant: Mutant): void {
  for (const change of changesOf(mutant))
    changedText(mutant.name, [change], readFileSync(new URL(change.file, root), 'utf8'));
}

const resolve: Parameters<typeof registerHooks>[0]['resolve'] = (specifier, context, next) => {
  const found = next(specifier, context);
  const name = mutantIn(context.parentURL);
  if (name === null || !isOwn(found.url)) return found;
  return { ...found, url: `${withoutQuery(found.url)}?${parameter}=${name}` };
};

const load: Parameters<typeof registerHooks>[0]['load'] = (url, context, next) => {
  const loaded = next(url, context);
  const name = mutantIn(url);
  const mutation = name === null ? undefined : mutations.get(name);
  const file = withoutQuery(url).slice(root.href.length);
  const changes = mutation?.source.filter((change) => change.file === file) ?? [];
  if (name === null || changes.length === 0) return loaded;
  mutation?.loaded.add(file);
  const text = readFileSync(new URL(file, root), 'utf8');
  return { ...loaded, source: changedText(name, changes, text) };
};

function changedText(name: string, changes: readonly SourceChange[], text: string): string {
  let changed = text;
  for (const { file, from, to } of changes) {
    const places = changed.split(from).length - 1;
    if (places !== 1) {
      throw new UnusableMutantError(
        `mutant ${name}: ${file} has the text to change ${places} times, and must have it once. Change the mutant as the file was changed. The text: ${from}`,
      );
    }
    changed = changed.replace(from, () => to);
  }
  return changed;
}

function mutantIn(url: string | undefined): string | null {
  return url?.startsWith('file:') ? new URL(url).searchParams.get(parameter) : null;
}

const installed = new URL('node_modules/', root).href;

function isOwn(url: string): boolean {
  return url.startsWith(root.href) && !url.startsWith(installed);
}

function withoutQuery(url: string): string {
  const { pathname } = new URL(url);
  return pathToFileURL(decodeURIComponent(pathname)).href;
}

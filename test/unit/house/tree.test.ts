import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, read, sectionOf } from './documents.ts';

const contributing = read('CONTRIBUTING.md');

/** Two spaces of indentation are a level. */
function readTree(): string[] {
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(sectionOf(contributing, 'The tree')) ?? [];
  const parents: string[] = [];
  return block
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, indent = '', name = ''] = /^( *)(\S+)\/ /.exec(line) ?? [];
      parents.splice(indent.length / 2, Number.POSITIVE_INFINITY, name);
      return parents.join('/');
    });
}

describe('the tree in CONTRIBUTING', () => {
  it('shows only folders that are there', () => {
    const shown = readTree();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((folder) => !existsSync(join(projectRoot, folder)))).toEqual([]);
  });

  it('shows the floors in their order', async () => {
    const cruiser = (await import(join(projectRoot, '.dependency-cruiser.mjs'))) as { floors: string[] };
    // The tree shows a folder before the folders in it, which stand on lower floors.
    const floors = cruiser.floors.filter(
      (one) => !cruiser.floors.some((other) => other.startsWith(`${one}/`)),
    );
    expect(readTree().filter((folder) => floors.includes(folder))).toEqual(floors);
  });
});

describe('the path of a signal in CONTRIBUTING', () => {
  const section = sectionOf(contributing, 'The path of a signal');
  const steps = [...section.matchAll(/^\d+\. `([^`]+)` `([^`]+)`: .+\.$/gm)];
  const walk = steps.map(([, file = '', name = '']) => ({ file, name }));

  it.each(walk)('names what $file exports: $name', ({ file, name }) => {
    expect(read(file)).toMatch(new RegExp(`^export (async )?(function\\*?|const) ${name}\\b`, 'm'));
  });
});

import { SourceMap } from 'node:module';
import { encode } from '@jridgewell/sourcemap-codec';
import { describe, expect, it } from 'vitest';
import { mapOwnSources } from '../../../build/own-map.ts';

/** One line: ours from column 0, two places of a package from 10, ours again from 30. */
const map = {
  version: 3,
  file: 'index.js',
  sources: ['node_modules/hono/index.js', 'functions/plan-polls/handler.ts'],
  names: ['planPolls', 'Hono'],
  mappings: encode([
    [
      [0, 1, 4, 2, 0],
      [10, 0, 0, 0, 1],
      [20, 0, 1, 0],
      [30, 1, 9, 6],
    ],
  ]),
};

describe('the source map of a bundle without its packages', () => {
  const written = JSON.parse(mapOwnSources(JSON.stringify(map)));
  const sourceMap = new SourceMap(written);

  it('leads to the lines of our own sources', () => {
    const ours = { originalSource: 'functions/plan-polls/handler.ts' };
    expect(sourceMap.findEntry(0, 5)).toMatchObject({ ...ours, originalLine: 4 });
    expect(sourceMap.findEntry(0, 31)).toMatchObject({ ...ours, originalLine: 9 });
  });

  it('leads nowhere from the code of a package, not to the line of ours before it', () => {
    expect(sourceMap.findEntry(0, 12)).not.toHaveProperty('originalLine', 4);
    expect(sourceMap.findEntry(0, 25)).not.toHaveProperty('originalLine', 4);
  });
});

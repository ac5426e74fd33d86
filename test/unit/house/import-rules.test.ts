import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cruise, cruise } from './cruise.ts';
import { circleOfTypes, planted, surroundings } from './planted-imports.ts';

describe('who may import whom', () => {
  let directory: string;
  let found: Cruise;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'signalpost-imports-'));
    for (const { files } of [{ files: surroundings }, circleOfTypes, ...Object.values(planted)]) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(directory, path)), { recursive: true });
        writeFileSync(join(directory, path), text);
      }
    }
    found = await cruise(directory);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  test('every rule has a planted violation', () => {
    expect(Object.keys(planted).sort()).toEqual([...found.rules].sort());
  });

  test.each(Object.entries(planted))('%s finds what was planted', (rule, { from, to }) => {
    expect(found.violations).toContainEqual({ rule, from, to });
  });

  test('no-circles finds a circle of types alone', () => {
    const { from, to } = circleOfTypes;

    expect(found.violations).toContainEqual({ rule: 'no-circles', from, to });
  });
});

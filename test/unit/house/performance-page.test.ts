import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../bench/report/report.ts';
import { pageOf } from '../../bench/report/write-page.ts';
import { read } from './documents.ts';

const report = JSON.parse(read('docs/performance.json')) as Report;
const page = read('docs/performance.md');

describe('docs/performance.md', () => {
  it('shows the figures of performance.json', () => {
    expect(page).toBe(pageOf(report));
  });

  it('explains each benchmark', () => {
    const benches = readdirSync(new URL('../../bench/benches', import.meta.url));
    const explained = [...page.matchAll(/^### `([a-z-]+)`$/gm)].map(([, name]) => `${name}.bench.ts`);

    expect(explained.sort()).toEqual(benches.sort());
  });
});

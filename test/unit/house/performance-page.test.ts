import { describe, expect, it } from 'vitest';
import type { Report } from '../../bench/report/report.ts';
import { pageOf, shownBenches } from '../../bench/report/write-page.ts';
import { read } from './documents.ts';

const report = JSON.parse(read('docs/performance.json')) as Report;
const page = read('docs/performance.md');

describe('docs/performance.md', () => {
  it('shows the figures of performance.json', () => {
    expect(page).toBe(pageOf(report));
  });

  it('explains each benchmark whose figures it shows', () => {
    const explained = [...page.matchAll(/^### `([a-z-]+)`$/gm)].map(([, name]) => name);

    expect(explained.sort()).toEqual(shownBenches);
  });
});

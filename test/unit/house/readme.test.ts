import { describe, expect, it } from 'vitest';
import { commandLines, read, sectionOf } from './documents.ts';

const readme = read('README.md');

describe('the README', () => {
  it('opens with the command that runs it and the command that tests it', () => {
    expect(commandLines(readme).slice(0, 2)).toEqual(['npm ci && npm start', 'npm ci && npm test']);
    expect(readme.indexOf('npm ci && npm test')).toBeLessThan(600);
  });

  it('shows the pictures, the promises in five points and the real API in four steps', () => {
    expect(readme).toContain('(docs/images/gallery/fourteen-one-hot-buyer.png)');
    expect(readme).toContain('(docs/images/gallery/teams-fourteen-one-hot-buyer.png)');
    expect(sectionOf(readme, 'What it promises').match(/^- /gm)).toHaveLength(5);
    expect(sectionOf(readme, 'Point it at the real API').match(/^\d\. /gm)).toHaveLength(4);
  });

  it('stays short: everything else is in docs', () => {
    expect(Buffer.byteLength(readme)).toBeLessThan(9_000);
  });
});

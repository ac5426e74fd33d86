import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import root from '../package.json' with { type: 'json' };

/**
 * Copies a page of the repository into the package. As long as no repository is named, a link to a file that only the
 * repository has becomes its text, and images are left out.
 */
export function writePage(page: string, folder: string, shipped: readonly string[]): void {
  const text = readFileSync(page, 'utf8');
  const target = join(folder, page);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, 'repository' in root ? text : withoutLost(text, dirname(page), shipped));
}

function withoutLost(text: string, folder: string, shipped: readonly string[]): string {
  const paragraphs = text.split('\n\n').filter((paragraph) => !/!\[[^\]]*\]\((?!http)/.test(paragraph));
  return paragraphs.join('\n\n').replaceAll(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, (link, words, path) => {
    const isThere = /^\w+:/.test(path) || shipped.includes(normalize(join(folder, path)));
    return isThere ? link : words;
  });
}

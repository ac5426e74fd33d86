import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds in a tab by all of its rules or by one, as `rule: elements`. */
export async function findBarriers(tab: Page, rule?: 'color-contrast'): Promise<string[]> {
  const [options, least] = rule === undefined ? ['{}', 20] : [`{ runOnly: ['${rule}'] }`, 1];
  // A document keeps it: half a megabyte takes longer to load than most rooms take to be looked at.
  if (await tab.evaluate("typeof axe === 'undefined'")) await tab.evaluate(axe);
  return tab.evaluate<string[]>(`axe.run(${options}).then(({ violations, passes }) =>
    passes.length < ${least} ? ['axe looked at too little'] : violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`);
}

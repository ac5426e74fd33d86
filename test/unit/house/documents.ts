import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

export const read = (path: string): string => readFileSync(`${projectRoot}${path}`, 'utf8');

/** What people read to use Signalpost or to change it. The decisions say how things were, so they are not among these. */
export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(`${projectRoot}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...globSync('functions/*/README.md', { cwd: projectRoot }).sort(),
  'create/README.md',
  'create/project/README.md',
  'sandbox/README.md',
  'shared/bridge-api/README.md',
];

export const decisions: readonly string[] = readdirSync(`${projectRoot}docs/adr`).map(
  (name) => `docs/adr/${name}`,
);

/** The lines below a heading of any level, up to the next one of that level or above. Throws when there is none. */
export function sectionOf(markdown: string, heading: string): string {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (start < 0) throw new Error(`there is no heading "${heading}"`);
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 0;
  const end = lines.findIndex((line, index) => index > start && new RegExp(`^#{1,${level}} `).test(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

export function withoutBlocks(markdown: string): string {
  return markdown.replace(/^ *```[\s\S]*?^ *```$/gm, '');
}

/** The blocks of commands, comments left out and lines that go on joined. */
export function commandLines(markdown: string): string[] {
  return [...markdown.matchAll(/^ *```bash\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block
      .replace(/ \\\n\s*/g, ' ')
      .split('\n')
      .map((line) => line.replace(/(^|\s)# .*/, '').trim())
      .filter((line) => line !== ''),
  );
}

export function inBackticks(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
}

/** The rows of all tables, a list of cells each, without their headers. */
export function tableRows(markdown: string): string[][] {
  const lines = markdown.split('\n');
  const isRow = (line: string | undefined): boolean => line?.startsWith('|') === true;
  const isRule = (line: string | undefined): boolean => /^\|[\s:|-]+\|$/.test(line ?? '');
  return lines
    .filter((line, index) => isRow(line) && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

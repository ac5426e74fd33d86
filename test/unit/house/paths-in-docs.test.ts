import { existsSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../../shared/domain/alerts/alarm.ts';
import { decisions, documents, inBackticks, projectRoot, read, withoutBlocks } from './documents.ts';

/** Written like a path of the repository, and none: media types, parts of an ARN, secrets, state, installed packages, and a file that the reader makes, the route of an owner. */
const otherNames =
  /^(application\/|role\/|signalpost\/STAGE\/|\.signalpost\/|node_modules\/|@|sales\/|try\.ts$)/;
const pathLike = /^\.?[\w*-]+(\.[\w*-]+)*(\/[\w.*-]+)+\/?$/;
const fileLike = /^[\w.-]*\w\.(ts|mjs|json|md|yaml|yml|png)$/;

/** `NAME` in a path stands for any. */
const asPattern = (path: string): string => path.replace(/\b[A-Z]{2,}\b(?!\.md)/g, '*').replace(/\/$/, '');

/** A path counts from the project's root or from its document; a name alone may be that of any file. */
function isThere(path: string, document: string): boolean {
  const pattern = asPattern(path);
  const places = path.includes('/')
    ? [pattern, join(dirname(document), pattern)]
    : [`{.,*,*/*,*/*/*}/${pattern}`];
  return places.some(
    (place) =>
      globSync(place, {
        cwd: projectRoot,
        exclude: (name) => ['node_modules', 'cdk.out', 'dist'].includes(name),
      }).length > 0,
  );
}

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('names only files and folders that are there', () => {
    const paths = inBackticks(text).filter(
      (token) => (pathLike.test(token) || fileLike.test(token)) && !otherNames.test(token),
    );
    expect(paths.filter((path) => !isThere(path, document))).toEqual([]);
  });
});

describe.each([...documents, ...decisions])('the links of %s', (document) => {
  const targets = [...withoutBlocks(read(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
  const local = targets.filter((to) => !/^[a-z]+:/.test(to));

  it('lead to files and headings that are there', () => {
    const broken = local.filter((to) => {
      const [path = '', anchor] = to.split('#');
      const file = path === '' ? document : normalize(join(dirname(document), path));
      if (!existsSync(join(projectRoot, file))) return true;
      return anchor !== undefined && !headingsOf(file).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

function headingsOf(file: string): string[] {
  const lines = withoutBlocks(read(file)).split('\n');
  return lines.filter((line) => /^#+ /.test(line)).map((line) => anchorOf(line.replace(/^#+ /, '')));
}

import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface Asset {
  readonly contentType: string;
  readonly content: string;
}

/** The page's own files by their URL path; read once, so that no request can name another file. */
export async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const folder = new URL('assets/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => extname(name) in contentTypes);
  const entries = await Promise.all(
    names.map(async (name): Promise<[string, Asset]> => {
      const contentType = contentTypes[extname(name)] ?? 'application/octet-stream';
      const path = name === 'index.html' ? '/' : `/${name}`;
      return [path, { contentType, content: await readFile(new URL(name, folder), 'utf8') }];
    }),
  );
  return new Map(entries);
}

import { readdir, readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';

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

/** Draws Teams' cards. From its package and not from its makers' server: the page loads nothing from elsewhere. */
const cardRenderer = 'adaptivecards/dist/adaptivecards.min.js';

/** The page's files by their URL path; read once, so that no request can name another file. */
export async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const folder = new URL('assets/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => extname(name) in contentTypes);
  const files = [...names.map((name) => new URL(name, folder)), new URL(import.meta.resolve(cardRenderer))];
  return new Map(await Promise.all(files.map(readAsset)));
}

async function readAsset(file: URL): Promise<[path: string, asset: Asset]> {
  const name = basename(file.pathname);
  const contentType = contentTypes[extname(name)] ?? 'application/octet-stream';
  return [name === 'index.html' ? '/' : `/${name}`, { contentType, content: await readFile(file, 'utf8') }];
}

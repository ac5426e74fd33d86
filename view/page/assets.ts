import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { getMimeType } from 'hono/utils/mime';

/** The files of the view library that the page imports, and those that they import. */
const libraryFiles = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js'];

/**
 * What the page takes from packages, as they publish it: the view library, and Microsoft's renderer of Teams' cards. The
 * page loads nothing from elsewhere.
 */
const published = [
  // Node itself would be given the build for servers, or the one for development.
  ...libraryFiles.map(
    (name) => new URL(import.meta.resolve('lit-html').replace(/(?<=\/node_modules\/lit-html\/).*/, name)),
  ),
  new URL(import.meta.resolve('adaptivecards/dist/adaptivecards.min.js')),
];

/** The page's files by their URL path; read once, so that no request can name another file. */
export async function readAssets() {
  const folder = new URL('assets/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => /\.(html|css|js|svg)$/.test(name));
  const files = [...names.map((name) => new URL(name, folder)), ...published];
  return new Map(await Promise.all(files.map(readAsset)));
}

async function readAsset(file: URL) {
  const name = basename(file.pathname);
  const contentType = getMimeType(name) ?? 'application/octet-stream';
  // The page serves no source maps.
  const content = (await readFile(file, 'utf8')).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  return [pathOf(file, name), { contentType, content }] as const;
}

/** The page's own files are at the root; its scripts find the view library in the browser as they do on disk. */
function pathOf({ pathname }: URL, name: string): string {
  const library = pathname.indexOf('/node_modules/lit-html/');
  if (library !== -1) return pathname.slice(library);
  return name === 'index.html' ? '/' : `/${name}`;
}

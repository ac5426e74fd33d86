import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const openers: Readonly<Record<string, string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };

/** Writes texts as a page that only this user can read, and opens it. Returns its place in a sentence. */
export async function openPage(texts: readonly string[]): Promise<string> {
  const escaped = texts.map((text) => text.replace(/[&<>]/g, (found) => `&#${found.charCodeAt(0)};`));
  const style = 'pre{white-space:pre-wrap;max-width:60rem;margin:2rem auto;font:15px/1.5 system-ui}';
  const page = `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Signalpost preview</title><style>${style}</style>${escaped.map((text) => `<pre>${text}</pre>`).join('')}`;
  const file = join(await mkdtemp(join(tmpdir(), 'signalpost-')), 'preview.html');
  await writeFile(file, page, { mode: 0o600 });
  const [program = 'xdg-open', ...args] = openers[process.platform] ?? [];
  const opener = spawn(program, [...args, pathToFileURL(file).href], { detached: true, stdio: 'ignore' });
  const isOpen = await new Promise<boolean>((resolve) => {
    opener.once('spawn', () => resolve(true)).once('error', () => resolve(false));
  });
  opener.unref();
  return isOpen ? `opened ${file}` : `${file}: open it in a browser; ${program} was not found`;
}

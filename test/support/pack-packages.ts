import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

interface Packed {
  /** The path of its tarball. */
  readonly tarball: string;
  readonly unpackedBytes: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly packages: { readonly signalpost: Packed; readonly 'create-signalpost': Packed | null };
  }
}

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Builds both packages and packs them as npm would publish them. */
export default function packPackages(project: TestProject): () => void {
  execFileSync(process.execPath, ['build/run.ts'], { cwd: projectRoot, stdio: 'inherit' });
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-packed-'));
  const create = join(projectRoot, 'dist/create-signalpost');
  project.provide('packages', {
    signalpost: pack(join(projectRoot, 'dist/signalpost'), directory),
    'create-signalpost': existsSync(create) ? pack(create, directory) : null,
  });
  return () => rmSync(directory, { recursive: true });
}

function pack(folder: string, directory: string): Packed {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', directory], {
    cwd: folder,
    encoding: 'utf8',
  });
  const [packed] = JSON.parse(output);
  return { tarball: join(directory, packed.filename), unpackedBytes: packed.unpackedSize };
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

interface Packed {
  /** The path of its tarball. */
  readonly tarball: string;
  readonly unpackedBytes: number;
}

type PackedPackages = Readonly<Record<'signalpost' | 'create-signalpost', Packed>>;

declare module 'vitest' {
  interface ProvidedContext {
    readonly packages: PackedPackages;
  }
}

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** For the tests of the kind: both packages as npm would publish them. */
export default function providePackages(project: TestProject): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-packed-'));
  project.provide('packages', packPackages(directory));
  return () => rmSync(directory, { recursive: true });
}

/** Builds both packages and packs them into the directory. */
export function packPackages(directory: string): PackedPackages {
  execFileSync(process.execPath, ['build/run.ts'], { cwd: projectRoot, stdio: 'inherit' });
  return {
    signalpost: pack(join(projectRoot, 'dist/signalpost'), directory),
    'create-signalpost': pack(join(projectRoot, 'dist/create-signalpost'), directory),
  };
}

function pack(folder: string, directory: string): Packed {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', directory], {
    cwd: folder,
    encoding: 'utf8',
  });
  const [packed] = JSON.parse(output);
  return { tarball: join(directory, packed.filename), unpackedBytes: packed.unpackedSize };
}

import { BlobNotFoundError, type Blobs } from '../../shared/ledger/blobs.ts';

export function createMemoryBlobs(): Blobs & { readonly kept: ReadonlyMap<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    async put(sha256, text) {
      kept.set(sha256, text);
    },
    async get(sha256) {
      const text = kept.get(sha256);
      if (text === undefined) throw new BlobNotFoundError(sha256);
      return text;
    },
  };
}

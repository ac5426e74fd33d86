/** Object storage for what is too large for an item, by the SHA-256 of its text. Writing the same twice is harmless. */
export interface Blobs {
  put(sha256: string, text: string): Promise<void>;
  /** Throws `BlobNotFoundError` when there is none: an item that names a blob is written after the blob. */
  get(sha256: string): Promise<string>;
}

export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError';
  readonly code = 'BLOB_NOT_FOUND';
  constructor(sha256: string) {
    super(`no blob with the SHA-256 ${sha256}`);
  }
}

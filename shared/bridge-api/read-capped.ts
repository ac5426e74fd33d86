/** A body exceeds its size limit. Internal to the client, which turns it into a `TransportError`. */
export class CapExceededError extends Error {
  override readonly name = 'CapExceededError';
}

/**
 * Reads a body as UTF-8. Counts decompressed bytes, so that a small answer that unpacks into a huge one is dropped at
 * the limit. Throws `CapExceededError` over it.
 */
export async function readCapped(body: AsyncIterable<Uint8Array> | null, mostBytes: number): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new CapExceededError('the body is over its cap');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

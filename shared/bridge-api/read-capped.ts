/** A body grew over its cap; thrown within the client only, where it becomes a `TransportError`. */
export class CapExceededError extends Error {
  override readonly name = 'CapExceededError';
}

/**
 * Reads a body as UTF-8. Counts the bytes as they come out of decompression, so that a small answer which unpacks
 * into a huge one is dropped at the cap. Throws `CapExceededError` over it.
 */
export async function readCapped(
  body: ReadableStream<Uint8Array> | null,
  mostBytes: number,
): Promise<string> {
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

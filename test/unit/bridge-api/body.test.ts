import { describe, expect, it } from 'vitest';
import { buyerId, createFakeService, rejectionOf } from './fake-service.ts';

const mostBytes = 10_000_000;

/** The summary call of a client that gets these chunks as the body. */
function readChunks(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const fetch = async () => new Response(ReadableStream.from(chunks));
  return createFakeService([], { fetch }).api.getBuyerSummary(buyerId);
}

const summaryText = (more: object) => JSON.stringify({ buyerId, needsRegeneration: true, ...more });

describe('a body', () => {
  it('is put together from pieces, also of characters outside ASCII', async () => {
    const scoreReasoning = 'größe 🏛';
    const bytes = [...Buffer.from(summaryText({ scoreReasoning }))].map((byte) => Uint8Array.of(byte));

    expect(await readChunks(bytes)).toMatchObject({ scoreReasoning });
  });

  it('may have 10 MB and not one byte more', async () => {
    const text = Buffer.from(summaryText({}));
    const padding = (size: number) => Buffer.alloc(size - text.byteLength, ' ');

    await expect(readChunks([text, padding(mostBytes)])).resolves.toMatchObject({ buyerId });
    await expect(readChunks([text, padding(mostBytes + 1)])).rejects.toMatchObject({
      code: 'BODY_TOO_LARGE',
    });
  });

  it('is read no further once it is too large', async () => {
    let sent = 0;
    let isClosed = false;
    async function* endless() {
      try {
        for (; ; sent += 1) yield new Uint8Array(1_000_000);
      } finally {
        isClosed = true;
      }
    }

    await rejectionOf(readChunks(endless()));

    expect(isClosed).toBe(true);
    expect(sent).toBeLessThan(15);
  });
});

import { describe, expect, it } from 'vitest';
import { buyerId, createFakeService, rejectionOf } from '../../../support/fake-service.ts';

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

  it.each([
    ['nested', (many: number) => '['.repeat(many) + ']'.repeat(many)],
    [
      'side by side',
      (many: number) =>
        `[${Array(many - 1)
          .fill('{}')
          .join()}]`,
    ],
  ])('may have 500,000 lists and objects, %s, and not one more', async (_, write) => {
    const read = (many: number) => readChunks([Buffer.from(write(many))]);

    await expect(read(500_000)).rejects.toThrow('in the answer, ');
    await expect(read(500_001)).rejects.toMatchObject({
      name: 'ContractError',
      message: 'getBuyerSummary: the answer has more than 500000 lists and objects',
    });
  });

  it('may have any brackets in its texts', async () => {
    const scoreReasoning = '"[\\{'.repeat(600_000);

    expect(await readChunks([Buffer.from(summaryText({ scoreReasoning }))])).toMatchObject({
      scoreReasoning,
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

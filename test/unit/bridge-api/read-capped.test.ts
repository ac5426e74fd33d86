import { describe, expect, it } from 'vitest';
import { CapExceededError, readCapped } from '../../../shared/bridge-api/read-capped.ts';

/** A body that arrives byte by byte, so that every character outside ASCII is torn apart. */
const trickle = (text: string) =>
  ReadableStream.from([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)));

describe('reading a body up to a cap', () => {
  it('puts characters together that arrive in pieces', async () => {
    expect(await readCapped(trickle('größe 🏛'), 100)).toBe('größe 🏛');
  });

  it('shows a character that never came whole as a replacement', async () => {
    const body = ReadableStream.from([Buffer.from('a🏛').subarray(0, 3)]);

    expect(await readCapped(body, 100)).toBe('a\u{fffd}');
  });

  it('takes as many bytes as the cap and not one more', async () => {
    expect(await readCapped(trickle('öö'), 4)).toBe('öö');
    await expect(readCapped(trickle('ööa'), 4)).rejects.toThrow(CapExceededError);
  });

  it('stops the sender at the cap', async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
      cancel: () => {
        cancelled = true;
      },
    });

    await expect(readCapped(endless, 10_000)).rejects.toThrow(CapExceededError);
    expect(cancelled).toBe(true);
  });

  it('reads no body as an empty one', async () => {
    expect(await readCapped(null, 10)).toBe('');
  });
});

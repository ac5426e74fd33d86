import { describe, expect, it } from 'vitest';
import { createCanary, findCanaries } from './canaries.ts';

const secret = 'k3y/with+signs=and a space';
const canary = createCanary('planted', secret);
const found = (content: string | Uint8Array) => findCanaries([canary], { place: content });

describe('a canary', () => {
  it.each([
    ['as it is', `before ${secret} after`],
    ['in an address', `https://host/?key=${encodeURIComponent(secret)}&more`],
    ['in JSON', JSON.stringify({ told: secret })],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64, one byte in', Buffer.from(`x${secret}and more`).toString('base64')],
    ['in base64, two bytes in', Buffer.from(`xy${secret}!`).toString('base64')],
    ['in base64url', Buffer.from(`xyz${secret}?`).toString('base64url')],
  ])('is found %s', (_how, content) => {
    expect(found(content)).toEqual(['planted in place']);
  });

  it('is found among bytes that are no text', () => {
    expect(found(Buffer.concat([Buffer.from([0, 255, 254]), Buffer.from(secret)]))).toHaveLength(1);
  });

  it('is not found where it is not', () => {
    expect(found(`k3y/with+signs=and another space, ${Buffer.from('k3y').toString('base64')}`)).toEqual([]);
  });
});

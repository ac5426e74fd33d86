import { crc32, deflateSync } from 'node:zlib';

/** A picture of at most 256 colours. */
export interface Indexed {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array;
  /** The number of each pixel's colour, line by line. */
  readonly pixels: Uint8Array;
}

/** A picture of text takes a fourth of the room with a palette, and Chromium writes none. */
export function writePng({ width, height, palette, pixels }: Indexed): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each pixel, which is a number of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  // Before each line stands how it is filtered: not at all.
  const lines = Array.from({ length: height }, (_, line) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(line * width, (line + 1) * width)]),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

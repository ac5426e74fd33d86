import type { Browser } from 'playwright-core';

export interface Picture {
  readonly name: string;
  readonly png: Buffer;
}

/** All pictures at two fifths of their size, the tallest smaller, each with its name beneath it: as a PNG. */
export async function printSheet(browser: Browser, pictures: readonly Picture[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 2_560, height: 600 } });
  const prints = pictures.map(({ name, png }) => {
    const width = 0.4 * png.readUInt32BE(pngWidthAt);
    const source = `data:image/png;base64,${png.toString('base64')}`;
    return `<figure><img src="${source}" style="max-width: ${width}px"><figcaption>${name}</figcaption></figure>`;
  });
  await page.setContent(`<!doctype html><style>
  body { margin: 16px; columns: 8; column-gap: 12px; background: #c9ced1; font: 600 14px system-ui; }
  figure { margin: 0 0 14px; break-inside: avoid; }
  img { display: block; max-height: 640px; }
  figcaption { padding: 3px 0; }
</style>${prints.join('')}`);
  return page.screenshot({ fullPage: true });
}

/** Behind the signature, and the length and name of the first chunk. */
const pngWidthAt = 16;

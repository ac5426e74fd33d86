import type { Browser, Page } from 'playwright-core';
import { readAssets } from '../../machine/page/assets.ts';
import { writePng } from './write-png.ts';

const origin = 'http://gallery.invalid';
const stylesheets = ['base', 'page', 'digest', 'slack', 'teams'] as const;

/** The page's own modules and styles, and nothing else of it. */
const frame = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
${stylesheets.map((name) => `<link rel="stylesheet" href="/${name}.css" />`).join('\n')}
<script src="/adaptivecards.min.js"></script>
<style>
  body { background: #fff; margin: 0; color-scheme: light; }
  main { display: block; width: 720px; margin: 0; padding: 16px 20px; box-sizing: content-box; }
</style></head><body><main></main></body></html>`;

export interface Painter {
  /** The messages of a digest one below the other, as a PNG. */
  draw(messages: readonly unknown[], at: number): Promise<Buffer>;
}

/** Draws messages by the code of the page of `signalpost start`, in a window of 760 pixels. */
export async function openPainter(browser: Browser, timezone: string): Promise<Painter> {
  const page = await browser.newPage({
    viewport: { width: 760, height: 600 },
    timezoneId: timezone,
    locale: 'en-US',
    colorScheme: 'light',
  });
  const assets = await readAssets();
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: frame });
    const asset = assets.get(pathname);
    return asset
      ? route.fulfill({ contentType: asset.contentType, body: asset.content })
      : route.fulfill({ status: 404, body: '' });
  });
  return {
    async draw(messages, at) {
      await page.goto(`${origin}/`);
      await page.clock.setFixedTime(at);
      await call(page, drawMessages, { messages, at });
      if (failures.length > 0) throw new Error(`the page failed: ${failures.join('; ')}`);
      return compress(page, await page.locator('main').screenshot());
    },
  };
}

/** Runs in the page. */
const drawMessages = `async ({ messages, at }) => {
  const { renderSlackMessage } = await import('/slack-message.js');
  const { isTeamsMessage, renderTeamsMessage } = await import('/teams-message.js');
  const draw = (message) => (isTeamsMessage(message) ? renderTeamsMessage : renderSlackMessage)(message, at);
  const main = document.querySelector('main');
  main.replaceChildren(...messages.map(draw));
  for (const each of [...main.children].slice(1)) each.style.marginTop = '24px';
  await Promise.all([...document.images].map((image) => image.decode()));
}`;

async function compress(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, palette, pixels } = (await call(page, countColours, png.toString('base64'))) as {
    width: number;
    height: number;
    palette: string;
    pixels: string;
  };
  const bytes = (text: string): Uint8Array => Buffer.from(text, 'base64');
  return writePng({ width, height, palette: bytes(palette), pixels: bytes(pixels) });
}

/** The functions are texts: there are no types of a browser here. */
function call(page: Page, code: string, argument: unknown): Promise<unknown> {
  return page.evaluate(`(${code})(${JSON.stringify(argument)})`);
}

/**
 * Runs in the page: up to 256 colours, from those that a picture has most of, and each pixel's nearest one. Shades of one
 * that is there already are left out: text alone has more than 256, and the flame would turn grey.
 */
const countColours = `async (png) => {
  const base64 = (bytes) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 30000) text += String.fromCharCode(...bytes.subarray(at, at + 30000));
    return btoa(text);
  };
  const file = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([file], { type: 'image/png' }));
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const colours = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const channels = (colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];
  const distance = (a, b) => a.reduce((sum, value, index) => sum + (value - b[index]) ** 2, 0);
  const kept = [];
  const chosen = [];
  for (const [colour] of [...counts].sort((a, b) => b[1] - a[1])) {
    const from = channels(colour);
    if (chosen.length === 256 || chosen.some((to) => distance(from, to) < 400)) continue;
    kept.push(colour);
    chosen.push(from);
  }
  const places = new Map(kept.map((colour, place) => [colour, place]));
  for (const colour of counts.keys()) {
    if (places.has(colour)) continue;
    const from = channels(colour);
    let nearest = 0;
    chosen.forEach((to, place) => {
      if (distance(from, to) < distance(from, chosen[nearest])) nearest = place;
    });
    places.set(colour, nearest);
  }
  return {
    width,
    height,
    palette: base64(Uint8Array.from(chosen.flat())),
    pixels: base64(Uint8Array.from(colours, (colour) => places.get(colour))),
  };
}`;

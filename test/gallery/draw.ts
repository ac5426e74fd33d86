import type { Browser } from 'playwright-core';
import { readAssets } from '../../view/page/assets.ts';

const origin = 'http://gallery.invalid';
const stylesheets = ['base', 'page', 'digest', 'slack', 'teams'] as const;

/** The page's own modules and styles, and nothing else of it. */
const frame = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
${stylesheets.map((name) => `<link rel="stylesheet" href="/${name}.css" />`).join('\n')}
<script src="/adaptivecards.min.js"></script>
<style>
  body { background: #fff; margin: 0; color-scheme: light; }
  main { display: block; width: 100vw; margin: 0; padding: 16px 20px; }
</style></head><body><main></main></body></html>`;

/** Draws messages by the code of the page of `signalpost start`. */
export async function openPainter(browser: Browser, timezone: string) {
  const page = await browser.newPage({
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
    /** A message as a PNG. */
    async draw(message: unknown, at: number): Promise<Buffer> {
      await page.setViewportSize({ width: 760, height: 600 });
      await page.goto(`${origin}/`);
      await page.clock.setFixedTime(at);
      // The function is a text: there are no types of a browser here.
      await page.evaluate(`(${drawMessage})(${JSON.stringify({ message, at })})`);
      if (failures.length > 0) throw new Error(`the page failed: ${failures.join('; ')}`);
      return page.locator('main').screenshot();
    },
  };
}

/** Runs in the page. */
const drawMessage = `async ({ message, at }) => {
  const { html, render } = await import('/node_modules/lit-html/lit-html.js');
  const { renderMessage } = await import('/message.js');
  render(html\`<div>\${renderMessage(message, at)}</div>\`, document.querySelector('main'));
  await Promise.all([...document.images].map((image) => image.decode()));
}`;

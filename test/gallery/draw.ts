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
  main > * + * { margin-top: 24px; }
  .threaded > * + * { margin-left: 46px; padding-left: 14px; border-left: 2px solid var(--line); }
  .dark { background: #1a1d21; color-scheme: dark; }
  .dark .teams { background: #1f1f1f; color: #fff; }
  .dark .teams-author { color: #adadad; }
  .dark .teams-card { background: #292929; border-color: #424242; }
  .dark .teams a { color: #9ea2ff; }
</style></head><body><main></main></body></html>`;

/** How a reader has it before him. */
export interface Look {
  readonly dark?: true;
  /** Of the window, in pixels. @default 760 */
  readonly width?: number;
  /** The messages after the first stand in its thread. */
  readonly threaded?: true;
}

export interface Painter {
  /** The messages of a digest one below the other, as a PNG. */
  draw(messages: readonly unknown[], at: number, look?: Look): Promise<Buffer>;
}

/** Draws messages by the code of the page of `signalpost start`. */
export async function openPainter(browser: Browser, timezone: string): Promise<Painter> {
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
    async draw(messages, at, look = {}) {
      await page.setViewportSize({ width: look.width ?? 760, height: 600 });
      await page.goto(`${origin}/`);
      await page.clock.setFixedTime(at);
      // The function is a text: there are no types of a browser here.
      await page.evaluate(`(${drawMessages})(${JSON.stringify({ messages, at, look })})`);
      if (failures.length > 0) throw new Error(`the page failed: ${failures.join('; ')}`);
      return page.locator('main').screenshot();
    },
  };
}

/** Runs in the page. */
const drawMessages = `async ({ messages, at, look }) => {
  document.body.classList.toggle('dark', look.dark === true);
  if (look.dark) {
    // The page has Teams in its light colours alone: these are Teams' dark ones.
    const colours = { '#242424': '#ffffff', '#616161': '#adadad', '#4f52b2': '#9ea2ff',
      '#e0e0e0': '#424242', '#ffffff': '#292929', '#f5f5f5': '#1f1f1f' };
    const darken = (config) => JSON.parse(JSON.stringify(config).replace(/#[0-9a-f]{6}/g, (one) => colours[one] ?? one));
    const { HostConfig } = AdaptiveCards;
    window.AdaptiveCards = { ...AdaptiveCards, HostConfig: function (config) { return new HostConfig(darken(config)); } };
  }
  const { html, render } = await import('/node_modules/lit-html/lit-html.js');
  const { renderMessage } = await import('/message.js');
  const main = document.querySelector('main');
  main.classList.toggle('threaded', look.threaded === true);
  render(messages.map((message) => html\`<div>\${renderMessage(message, at)}</div>\`), main);
  await Promise.all([...document.images].map((image) => image.decode()));
}`;

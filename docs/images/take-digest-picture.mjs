/**
 * Takes digest.png, the README's picture, from the running demonstration:
 *   npm start                                    (in one terminal)
 *   node docs/images/take-digest-picture.mjs     (in another, a minute later)
 * Waits for a Slack digest that shows most of what one can hold: a hot signal, a summary, a few signals.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const url = process.argv[2] ?? 'http://127.0.0.1:4600';
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const patienceMs = 5 * 60_000;

// 1,200 pixels wide: the card is 748 wide in a window of 1,280.
const scale = 1.6;

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: scale });
  await page.goto(url);
  await page.getByRole('radio', { name: 'Slack' }).check();
  const good = page.locator('li[data-best] article').filter({ hasText: 'Delivered' });
  await page.waitForFunction(
    () => {
      for (const card of document.querySelectorAll('#digest-list > li')) {
        const text = card.querySelector('.slack-message')?.textContent ?? '';
        const signals = card.querySelectorAll('.slack-rich li').length;
        const summary = [...card.querySelectorAll('.slack-rich p')].some(
          (each) => each.textContent.length > 120,
        );
        if (text.includes('🔥') && summary && signals >= 2 && signals <= 5) {
          card.hidden = false;
          card.setAttribute('data-best', '');
          return true;
        }
      }
      return false;
    },
    undefined,
    { timeout: patienceMs, polling: 500 },
  );
  await page.getByRole('button', { name: 'Pause' }).click();
  await good.first().screenshot({ path: fileURLToPath(new URL('digest.png', import.meta.url)) });
} finally {
  await browser.close();
}

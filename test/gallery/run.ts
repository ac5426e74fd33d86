/**
 * Draws the two digests that README shows into docs/images/gallery: the sandbox's data, made into messages by the functions'
 * own code and drawn by the page's.
 */
import { writeFile } from 'node:fs/promises';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import { launchChromium } from '../e2e/chromium.ts';
import { composeSlot } from './compose-slot.ts';
import { openPainter } from './draw.ts';
import { fourteenAtOneHotBuyer, monday, newYork } from './one-hot-buyer.ts';
import { readSandbox } from './read-sandbox.ts';

const folder = new URL('../../docs/images/gallery/', import.meta.url);
const pictures: Readonly<Record<string, DestinationSettings>> = {
  'fourteen-one-hot-buyer': { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
  'teams-fourteen-one-hot-buyer': { type: 'teams', webhookUrl: { secret: 'TEAMS_WEBHOOK_URL' } },
};

const data = await readSandbox(
  { seed: 7, buyers: 120, bridges: 11, signals: 4_000 },
  {
    now: monday,
    timezone: newYork,
    hot: { topByHotness: 2, columns: [{ name: 'Match Score', atLeast: 90 }] },
  },
);
const slot = { data, entries: fourteenAtOneHotBuyer(data.entries), now: monday };
const browser = await launchChromium();
try {
  const painter = await openPainter(browser, newYork);
  for (const [name, to] of Object.entries(pictures)) {
    const [body = ''] = await composeSlot(slot, to);
    await writeFile(new URL(`${name}.png`, folder), await painter.draw(JSON.parse(body), monday));
  }
} finally {
  await browser.close();
}

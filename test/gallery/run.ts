/**
 * Draws digests of every kind and size from the sandbox's data, made by the functions' own code and drawn by the page's,
 * into .gallery, which git ignores; the two that README shows, into docs/images/gallery.
 *   npm run gallery                   all of them
 *   npm run gallery -- one-hot teams  those whose name has both in it
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { rendererFor } from '../../shared/destinations/destinations.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import { launchChromium } from '../e2e/chromium.ts';
import { composeSlot } from './compose-slot.ts';
import { openPainter, type Painter } from './draw.ts';
import { readSandbox } from './read-sandbox.ts';
import { makeScenes, monday, newYork, type Scene } from './scenes.ts';

const folder = new URL('../../.gallery/', import.meta.url);
const shownFolder = new URL('../../docs/images/gallery/', import.meta.url);
const shown = ['fourteen-one-hot-buyer', 'teams-fourteen-one-hot-buyer'];
const destinations: Readonly<Record<Scene['to'], DestinationSettings>> = {
  slack: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
  teams: { type: 'teams', webhookUrl: { secret: 'TEAMS_WEBHOOK_URL' } },
};
const sight = {
  now: monday,
  timezone: newYork,
  hot: { topByHotness: 2, columns: [{ name: 'Match Score', atLeast: 90 }] },
};

const parts = process.argv.slice(2);
const all = makeScenes({
  few: await readSandbox({ seed: 1, buyers: 60, bridges: 11, signals: 900 }, sight),
  many: await readSandbox({ seed: 7, buyers: 120, bridges: 11, signals: 4_000 }, sight),
});
const chosen = all.filter(({ name }) => parts.every((part) => name.includes(part)));

await mkdir(folder, { recursive: true });
const browser = await launchChromium();
try {
  const painter = await openPainter(browser, newYork);
  let bytes = 0;
  for (const scene of chosen) bytes += await drawScene(painter, scene);
  console.log(`${chosen.length} pictures, ${(bytes / 1e6).toFixed(1)} MB`);
} finally {
  await browser.close();
}

async function drawScene(painter: Painter, { name, to, slot, report, messages = 1 }: Scene): Promise<number> {
  const bodies = report ? [rendererFor(to).renderReport(report)] : await composeSlot(slot, destinations[to]);
  if (bodies.length === 0) throw new Error(`${name} has no message`);
  const drawn = bodies.slice(0, messages).map((body) => JSON.parse(body) as unknown);
  const picture = await painter.draw(drawn, slot.now);
  await writeFile(new URL(`${name}.png`, shown.includes(name) ? shownFolder : folder), picture);
  return picture.length;
}

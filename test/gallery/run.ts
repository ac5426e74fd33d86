/**
 * Draws digests of every kind and size from the sandbox's data, made by the functions' own code and drawn by the page's,
 * into .gallery, which git ignores, with a sheet of all of them, sheet.png; the two that README shows, into docs/images/gallery.
 *   npm run gallery                   all of them
 *   npm run gallery -- one-hot teams  those whose name has both in it
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { rendererFor } from '../../message/destinations.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import { launchChromium } from '../e2e/chromium.ts';
import { makeClickScenes } from './click-scenes.ts';
import { composeSlot } from './compose-slot.ts';
import { type Look, openPainter, type Painter } from './draw.ts';
import { type Picture, printSheet } from './print-sheet.ts';
import { readSandbox } from './read-sandbox.ts';
import { makeScenes, monday, newYork, type Scene } from './scenes.ts';
import { makeStateScenes } from './state-scenes.ts';

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
const worlds = {
  few: await readSandbox({ seed: 1, buyers: 60, bridges: 11, signals: 900 }, sight),
  many: await readSandbox({ seed: 7, buyers: 120, bridges: 11, signals: 4_000 }, sight),
};
/** On a phone, and by night: a few are enough. */
const looks: Readonly<Record<string, Look>> = { dark: { dark: true }, 390: { width: 390 } };
const inAllLooks =
  /^(teams-)?(one-hot-contacts|fourteen-newest|forty-newest|threads|mutes|menus.*|recap|reminder|heartbeat|mentions)$/;
const all = [...makeScenes(worlds), ...makeStateScenes(worlds), ...makeClickScenes(worlds)].flatMap(
  (scene) => [
    scene,
    ...Object.entries(inAllLooks.test(scene.name) ? looks : {}).map(([look, own]) => ({
      ...scene,
      name: `${scene.name}-${look}`,
      look: { ...scene.look, ...own },
    })),
  ],
);
const chosen = all.filter(({ name }) => parts.every((part) => name.includes(part)));

await mkdir(folder, { recursive: true });
const browser = await launchChromium();
try {
  const painter = await openPainter(browser, newYork);
  const pictures: Picture[] = [];
  for (const scene of chosen) pictures.push(await drawScene(painter, scene));
  await writeFile(new URL('sheet.png', folder), await printSheet(browser, pictures));
  const bytes = pictures.reduce((sum, { png }) => sum + png.length, 0);
  console.log(`${pictures.length} pictures, ${(bytes / 1e6).toFixed(1)} MB`);
} finally {
  await browser.close();
}

async function drawScene(painter: Painter, scene: Scene): Promise<Picture> {
  const { name, to, slot, report, look, redraw = (body) => body, messages = 1 } = scene;
  const bodies = report
    ? [rendererFor(to).renderReport(report).body]
    : await composeSlot(slot, destinations[to]);
  if (bodies.length === 0) throw new Error(`${name} has no message`);
  const drawn = bodies.slice(0, messages).map((body) => JSON.parse(redraw(body)) as unknown);
  const png = await painter.draw(drawn, slot.now, look);
  await writeFile(new URL(`${name}.png`, shown.includes(name) ? shownFolder : folder), png);
  return { name, png };
}

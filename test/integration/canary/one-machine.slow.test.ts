import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openState } from '../../../machine/pipeline/open-state.ts';
import { openPipeline } from '../../../machine/pipeline/pipeline.ts';
import { queuesOfRunOnce, runOnce } from '../../../machine/pipeline/run-once.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import type { DigestList } from '../../../view/page/contract.ts';
import { type Page, startPage } from '../../../view/page/page.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { readPageEvents } from '../../support/page/page-events.ts';
import { canaries, findCanaries } from './canaries.ts';
import { type CanaryDirectory, startCanaryStage } from './canary-stage.ts';

const stage = openedForAll(() => startCanaryStage());
afterEach(() => {
  stage.destination.status = 204;
  stage.upstream.status = 204;
});

/** Nothing that came out of a run, that it left behind or that it sent as a body holds a canary. */
function expectNoCanary(directory: CanaryDirectory, said: Readonly<Record<string, string>>): void {
  const sent = Object.fromEntries(stage.destination.bodies.map((body, index) => [`digest ${index}`, body]));
  const places = { ...directory.readState(), ...sent, ...said };
  expect(Object.keys(places)).toEqual(expect.arrayContaining([expect.stringContaining('ledger.db')]));
  expect(findCanaries(canaries, places)).toEqual([]);
}

async function runOnceAndLook(directory: CanaryDirectory): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  for (const line of ['run --once --json', 'status', 'status --json']) {
    const { stdout, stderr } = await directory.run(...line.split(' '), '--config', 'config.json');
    Object.assign(said, { [`${line}: stdout`]: stdout, [`${line}: stderr`]: stderr });
  }
  return said;
}

describe('secrets stay out of all that a run on one machine says and keeps', () => {
  it.each([302, 400])('when the destinations answer %i and echo all they know', async (status) => {
    stage.destination.status = status;
    const directory = stage.newDirectory();
    const before = stage.destination.bodies.length;

    const said = await runOnceAndLook(directory);

    expect(stage.destination.bodies.length).toBeGreaterThan(before);
    expect(said['run --once --json: stdout']).toContain('"digestsDelivered":0');
    expectNoCanary(directory, said);
  });

  it.each([401, 500])('when the API answers %i and echoes all it knows', async (status) => {
    stage.upstream.status = status;
    const directory = stage.newDirectory({
      api: { baseUrl: stage.upstream.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    });
    const before = stage.upstream.bodies.length;

    const said = await runOnceAndLook(directory);

    expect(stage.upstream.bodies.length).toBeGreaterThan(before);
    expect(said['run --once --json: stderr']).toContain('signalpost: ');
    expectNoCanary(directory, said);
  });
});

describe('secrets stay out of the page', () => {
  it.each([
    ['the destinations', 204],
    ['the destinations', 410],
    ['the destinations', 500],
    ['the API', 200],
    ['the API', 500],
  ] as const)('when %s answer %i', async (who, status) => {
    stage[who === 'the API' ? 'upstream' : 'destination'].status = status;
    const changes = { api: { baseUrl: stage.upstream.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } } };
    const directory = stage.newDirectory(who === 'the API' ? changes : {});

    const shown = await showRun(directory);

    expect(shown.state).toContain('"routeId":"crm"');
    expect(shown.events).toContain(who === 'the API' ? '"tone":"failure"' : '"fresh":true');
    expectNoCanary(directory, shown);
  });
});

/** What the page serves after a whole run that it watched. */
async function showRun(directory: CanaryDirectory): Promise<{ state: string; events: string }> {
  const config = await loadConfig(join(directory.path, 'config.json'));
  const local = openState(join(directory.path, 'state'));
  const page = await startPage({
    port: 0,
    live: true,
    world: {
      place: 'state',
      ledger: local.ledger,
      table: local.table,
      config,
      stage: null,
      flags: {},
      isRunning: () => true,
      now: Date.now,
    },
  });
  const pipeline = openPipeline({
    config,
    state: local,
    secrets: directory.secrets,
    observe: page.observe,
    ...queuesOfRunOnce,
  });
  await runOnce(pipeline, { now: true });
  const state = await readRooms(page);
  await pipeline.close();
  // The first event carries all that happened so far.
  const { value: first } = await readPageEvents(page).next();
  await page.close();
  return { state, events: JSON.stringify(first) };
}

async function readRooms({ url, token }: Page): Promise<string> {
  const headers = { 'x-signalpost-token': token };
  const read = async (path: string) => (await fetch(`${url}/api/${path}`, { headers })).text();
  const list: DigestList = JSON.parse(await read('digests'));
  const rooms = ['page', 'now', 'digests', 'buyers', 'preview/crm', 'upstream', 'settings'];
  const told = await Promise.all([...rooms, ...list.digests.map(({ path }) => `digests/${path}`)].map(read));
  return told.join('\n');
}

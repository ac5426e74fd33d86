import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startPage } from '../../../machine/page/page.ts';
import type { Changes } from '../../../machine/page/view-model.ts';
import { openState } from '../../../machine/pipeline/open-state.ts';
import { openPipeline } from '../../../machine/pipeline/pipeline.ts';
import { queuesOfRunOnce, runOnce } from '../../../machine/pipeline/run-once.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { readPageEvents } from '../../support/page-events.ts';
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

    expect(shown.state).toContain(who === 'the API' ? '"tone":"failure"' : '"routeId":"crm"');
    expect(shown.events).toContain('"fresh":true');
    expectNoCanary(directory, shown);
  });
});

/** What the page serves after a whole run that it watched. */
async function showRun(directory: CanaryDirectory): Promise<{ state: string; events: string }> {
  const config = await loadConfig(join(directory.path, 'config.json'));
  const local = openState(join(directory.path, 'state'));
  const readDigests = local.ledger.readLatestDigests;
  const page = await startPage({ port: 0, now: Date.now, readDigests, command: (words) => words });
  page.describe({
    api: { baseUrl: config.api.baseUrl, token: config.api.token },
    routes: config.routes.map(({ id, to, when }) => ({ routeId: id, label: to.type, when })),
  });
  const pipeline = await openPipeline({
    config,
    state: local,
    secrets: directory.secrets,
    observe: page.observe,
    ...queuesOfRunOnce,
  });
  await runOnce(pipeline, { now: true });
  const state = await readOnceWhole(`${page.url}/state.json`);
  await pipeline.close();
  // The first event carries all that happened so far.
  const { value: first } = await readPageEvents(page.url).next();
  await page.close();
  return { state, events: JSON.stringify(first) };
}

/** What the digests say is read from the ledger a little later. */
function readOnceWhole(url: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const state = await (await fetch(url)).text();
      for (const { body } of (JSON.parse(state) as Changes).digests) expect(body).not.toBeNull();
      return state;
    },
    { timeout: 10_000 },
  );
}

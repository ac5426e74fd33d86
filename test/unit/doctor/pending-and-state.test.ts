import { describe, expect, it } from 'vitest';
import { checkStateDirectory, type DirectoryPorts } from '../../../cli/doctor/check-state-directory.ts';
import { checkVanished } from '../../../cli/doctor/check-vanished.ts';
import { checkConfigFits } from '../../../cli/doctor/config/check-config.ts';
import { type Need, needOfVanished } from '../../../cli/words/route-needs.ts';
import { exampleConfig } from '../../infra/example-config.ts';

const config = { ...exampleConfig, api: { ...exampleConfig.api, baseUrl: 'https://bridge.acme.io' } };

describe('the check of what is pending', () => {
  const examine = (found: readonly Need[] | null) =>
    checkVanished([], { readNeeds: async () => found, explain: () => null }).run();

  it('is well without a ledger, and without vanished routes', async () => {
    const failing = {
      routeId: 'sales',
      kind: 'failing',
      found: '1 digest not delivered',
      fix: null,
    } as const;

    for (const found of [null, [], [failing]] as const) {
      expect(await examine(found)).toMatchObject({ state: 'ok' });
    }
  });

  it('names the route that has vanished, the counts and what to do', async () => {
    const finding = await examine([
      needOfVanished({ routeId: 'old', signalsWaiting: 1, signalsHeld: 0, digests: [] }, ' --stage dev'),
    ]);

    expect(finding.state).toBe('failed');
    expect(finding.found).toContain('route old: no longer in the config, with 1 signal waiting');
    expect(finding.mend).toContain('put the route back');
    expect(finding.mend).toContain('signalpost discard old --stage dev');
  });
});

describe('the check of the config', () => {
  it("takes a config of one's own", async () => {
    expect(await checkConfigFits('c.ts', config, 'prod').run()).toMatchObject({ state: 'ok' });
    expect(await checkConfigFits('c.ts', { ...config, local: true }, 'dev').run()).toMatchObject({
      state: 'ok',
    });
  });

  it("finds the example's address, and a local config on its way to prod", async () => {
    const example = await checkConfigFits('c.ts', exampleConfig, null).run();
    const local = await checkConfigFits('c.ts', { ...config, local: true }, 'prod').run();

    expect(example).toMatchObject({ state: 'failed', mend: expect.stringContaining('api.baseUrl') });
    expect(local).toMatchObject({ state: 'failed', mend: expect.stringContaining('"local"') });
  });
});

describe('the check of the state directory', () => {
  const examine = (
    directories: Record<string, Awaited<ReturnType<DirectoryPorts['look']>>>,
    isOpenToOthers = false,
  ) =>
    checkStateDirectory('/a/b/state', {
      isOpenToOthers: async () => isOpenToOthers,
      look: async (directory) => directories[directory] ?? 'missing',
      parentOf: (directory) => directory.slice(0, directory.lastIndexOf('/')) || '/',
    }).run();

  it('is well where it can be written, or made', async () => {
    expect(await examine({ '/a/b/state': 'writable' })).toMatchObject({ state: 'ok' });
    expect(await examine({ '/a': 'writable' })).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('the first run creates it'),
    });
  });

  it('warns of one that other users can look into, and says how to close it', async () => {
    expect(await examine({ '/a/b/state': 'writable' }, true)).toEqual({
      state: 'warning',
      found: 'other users of this machine have access to /a/b/state',
      mend: 'chmod 700 /a/b/state',
    });
  });

  it('says why it can not be used', async () => {
    expect(await examine({ '/a/b/state': { reason: 'it is a file' } })).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('it is a file'),
    });
    expect(await examine({ '/': { reason: 'EACCES' } })).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('EACCES'),
    });
  });
});

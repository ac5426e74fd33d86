import { afterEach, describe, expect, it } from 'vitest';
import type { RunningCli } from '../../support/commands/cli.ts';
import { startRunBench } from '../../support/commands/run-bench.ts';
import { eventCall, eventsKey } from '../../support/functions/signed-calls.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const inbound = { events: { signingSecret: { secret: 'EVENTS_SIGNING_SECRET' } } };

describe('a run with --inbound-port', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 3 }));
  let run: RunningCli | undefined;
  afterEach(() => run?.kill());

  it.each(['run', 'start'])('takes a signed call: %s', async (command) => {
    const state = bench.newState();
    state.configure({ inbound });
    const page = command === 'start' ? ['--page-port', '0'] : [];
    run = state.start([command, '--inbound-port', '0', ...page], { EVENTS_SIGNING_SECRET: eventsKey });
    const [, url = ''] = await run.told(/(http:\S+\/events) takes calls from this machine; lead a tunnel/);
    const body = { type: 'signals.changed', data: { buyerIds: bench.buyerIds } };
    const { headers, body: text } = eventCall('msg_1', Date.now(), body);

    const signed = await fetch(url, { method: 'POST', headers, body: String(text) });
    const unsigned = await fetch(url, { method: 'POST', body: String(text) });

    expect([signed.status, unsigned.status]).toEqual([202, 401]);
    run.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ exitCode: 0 });
  });

  it('is needed for the secret to be: without it, nobody calls in', async () => {
    const state = bench.newState();
    state.configure({ inbound });

    expect(await state.runOnce()).toMatchObject({ exitCode: 0 });
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 30 }));
let state: BenchState;
beforeEach(() => {
  state = bench.newState();
});

const invoke = (name: string, event?: unknown, ...flags: string[]) => {
  if (event !== undefined) writeFileSync(join(state.directory, 'event.json'), JSON.stringify(event));
  return state.run(['invoke', name, ...(event === undefined ? [] : ['--event', 'event.json']), ...flags]);
};

describe('invoke on one machine', () => {
  it('runs the function, then works off what it put into queues, and prints its answer alone on stdout', async () => {
    const planned = await invoke('plan-polls', { slot: '2026-11-21T08:00:00.000Z' });

    expect(planned.exitCode, planned.stderr).toBe(0);
    expect(JSON.parse(planned.stdout)).toMatchObject({
      slot: '2026-11-21T08:00:00.000Z',
      buyers: 3,
      messages: 1,
      failed: [],
    });
    expect(planned.stderr).toMatch(/polled 3 of 3 buyers · \d+ new signals/);
    const before = bench.inbox.digests.length;
    const composed = await invoke('compose-digests');
    expect(composed.exitCode, composed.stderr).toBe(0);
    expect(bench.inbox.digests.length).toBeGreaterThan(before);
  });

  it('sends a hot signal at once, as the cloud would', async () => {
    state.configure({ hot: { topByHotness: 1 }, summaries: { waitAtMost: '0 seconds' } });
    const before = bench.inbox.digests.length;

    const planned = await invoke('plan-polls', {});

    expect(planned.exitCode, planned.stderr).toBe(0);
    expect(bench.inbox.digests.length).toBeGreaterThan(before);
  });

  it('changes nothing with --dry-run, and says what it would do', async () => {
    const dry = await invoke('poll-signals', { buyerIds: bench.buyerIds }, '--dry-run');

    expect(dry.exitCode, dry.stderr).toBe(0);
    const answer = JSON.parse(dry.stdout);
    expect(answer).toMatchObject({ polled: 3, recorded: 0 });
    expect(answer.wouldRecord.length).toBeGreaterThan(0);
    const real = await invoke('poll-signals', { buyerIds: bench.buyerIds });
    expect(JSON.parse(real.stdout).recorded).toBe(answer.wouldRecord.length);
  });

  it('finds the example events of the runbook where the folder has none', async () => {
    const sweep = ['invoke', 'compose-digests', '--event', 'events/compose-digests.sweep.json'];
    const { exitCode, stdout, stderr } = await state.run([...sweep, '--dry-run']);

    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ digests: 0, summaries: 0 });
    expect((await state.run([...sweep.slice(0, 3), 'events/none.json'])).exitCode).toBe(2);
  });

  it('ends with 1 and the sentence when the function fails', async () => {
    const failed = await invoke('poll-signals', { buyerIds: ['x'] });

    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toBe('');
    expect(failed.stderr).toMatch(
      /^signalpost: poll-signals failed: the event is not valid: buyerIds\.0: expected uuid, found "x"\n$/,
    );
  });

  it('needs no secret of a destination for a function that reaches none', async () => {
    const { stderr, exitCode } = await state.run(['invoke', 'fetch-summaries', '--dry-run'], {
      DIGEST_SIGNING_SECRET: '',
    });

    expect(exitCode, stderr).toBe(0);
  });
});

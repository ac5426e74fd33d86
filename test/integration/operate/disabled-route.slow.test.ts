import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { counted } from '../../../shared/domain/counted.ts';
import { type BenchState, type RunBench, startRunBench } from '../../support/commands/run-bench.ts';

let bench: RunBench;
let state: BenchState;

beforeAll(async () => {
  bench = await startRunBench({ buyers: 2, signals: 6 });
});
afterAll(() => bench.close());

const env = () => ({ SLACK_WEBHOOK_URL: bench.inbox.urlOf('slack') });
const command = (...args: string[]) => state.run(args, env());
const countDigests = async () => {
  const { routes } = JSON.parse((await command('status', '--json')).stdout);
  const { digestsWaiting: waiting, digestsKept: kept, digestsDead: dead } = routes[0];
  return { waiting, kept, dead };
};

describe('a disabled route with digests that failed for good', () => {
  beforeEach(async () => {
    state = bench.newState();
    const to = { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } };
    state.configure({ routes: [{ id: 'sales', when: 'immediately', to }] });
    bench.inbox.answer = () => ({ status: 400, body: 'invalid_payload' });
    await command('run', '--once');
    await bench.control('signals', { count: 3 });
    bench.inbox.answer = () => ({ status: 410 });
    await command('run', '--once');
  });

  it('keeps them after a redrive, which says so, until a resume', async () => {
    const before = await countDigests();
    expect(before).toMatchObject({ waiting: 0, kept: expect.any(Number), dead: expect.any(Number) });
    const all = before.kept + before.dead;

    const redriven = await command('redrive', 'sales');

    expect(redriven.stdout).toBe(
      `route sales is disabled: ${areDigests(before.dead)} kept until you resume it: signalpost resume sales\n`,
    );
    const kept = { waiting: 0, kept: all, dead: 0 };
    expect(await countDigests()).toEqual(kept);
    expect((await command('status')).stdout).toContain(`${digests(all)} kept: fix the destination`);
    expect((await command('routes')).stdout).toContain(`, ${digests(all)} kept: fix the destination`);
    expect((await command('pending')).stdout).not.toMatch(/waiting|next attempt/);
    await command('run', '--once');
    expect(await countDigests()).toEqual(kept);

    await command('redrive', 'sales');
    const resumed = await command('resume', 'sales');
    expect(resumed.stdout).toMatch(`route sales is enabled: ${areDigests(all)} due;`);
  });

  it('has all of them due after a resume that follows the redrive at once', async () => {
    const before = await countDigests();
    await command('redrive', 'sales');

    const { stdout } = await command('resume', 'sales', '--json');

    expect(JSON.parse(stdout)).toMatchObject({ digestsReleased: before.kept + before.dead });
    expect(await countDigests()).toEqual({ waiting: before.kept + before.dead, kept: 0, dead: 0 });
  });

  it('is told that none failed for good where none did', async () => {
    await command('redrive', 'sales');

    expect((await command('redrive', 'sales')).stdout).toBe('route sales: no digest has failed for good.\n');
  });
});

const digests = (count: number) => counted(count, 'digest');
const areDigests = (count: number) => `${digests(count)} ${count === 1 ? 'is' : 'are'}`;

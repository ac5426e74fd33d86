import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type BenchState,
  type RunBench,
  startRunBench,
  webhookRoute,
} from '../../support/commands/run-bench.ts';
import { type Receiver, startReceiver } from '../../support/destinations/receiver.ts';

let bench: RunBench;
let slack: Receiver;
let state: BenchState;
beforeAll(async () => {
  bench = await startRunBench({ buyers: 2, signals: 12 });
  slack = await startReceiver();
});
afterAll(async () => {
  await Promise.all([bench.close(), slack.close()]);
});

const run = (...args: string[]) => state.run(args, { SLACK_WEBHOOK_URL: slack.url });
/** A run that delivers everything; answers with what came to the webhook. */
async function deliver() {
  const before = bench.inbox.requests.length;
  const first = await run('run', '--once');
  expect(first.exitCode, first.stderr).toBe(0);
  return bench.inbox.requests.slice(before);
}
const idAndBody = ({ headers, body }: { headers: object; body: string }) => ({
  id: (headers as Record<string, string>)['webhook-id'],
  body,
});

/** Each test of the group begins where one run has delivered everything; answers with what came to the webhook. */
function afterADelivery(changes: () => Readonly<Record<string, unknown>> = () => ({})) {
  let delivered: BenchState;
  let sent: Awaited<ReturnType<typeof deliver>>;
  beforeAll(async () => {
    state = bench.newState();
    state.configure(changes());
    sent = await deliver();
    delivered = state;
  });
  beforeEach(() => {
    state = bench.newState(delivered);
  });
  return () => sent;
}

describe('replay to a webhook', () => {
  const delivered = afterADelivery();

  it('sends what was delivered once more with the next run: the same ids, the same bytes', async () => {
    const sent = delivered();

    const { exitCode, stdout, stderr } = await run('replay', 'all', '--since', '1 hour');
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^route all: \d+ digests? (is|are) due again; the next run sends (it|them)\.\n$/);
    const again = await deliver();

    expect(again.map(idAndBody)).toEqual(sent.map(idAndBody));
    expect(again.length).toBeGreaterThan(0);
    expect(bench.inbox.problems).toEqual([]);
    const signals = bench.inbox.signals();
    expect(new Set(signals).size).toBe(signals.length);
  });

  it('with --dry-run only says what would go out, with --json under documented names', async () => {
    const { stdout } = await run('replay', '--since', '1 hour', '--dry-run', '--json');

    const report = JSON.parse(stdout);
    expect(report).toEqual({
      since: expect.stringMatching(/Z$/),
      dryRun: true,
      routes: [
        {
          routeId: 'all',
          digestsFound: delivered().length,
          digestsReplayed: 0,
          digestsOfOtherType: 0,
          digestIds: delivered().map(({ headers }) => headers['webhook-id']),
        },
      ],
    });
    expect(await deliver()).toEqual([]);
  });

  it('says so when nothing was delivered since, which is no failure', async () => {
    const since = new Date(Date.now() + 1).toISOString();

    const { exitCode, stdout } = await run('replay', '--since', since);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^nothing was delivered since .+ UTC, so there is nothing to send again\.\n$/);
  });

  it('says that a disabled route keeps what is due until it is resumed', async () => {
    bench.inbox.answer = () => ({ status: 410 });
    await bench.control('signals', { buyerId: bench.buyerIds[0] });
    await run('run', '--once');
    bench.inbox.answer = undefined;

    const { stdout } = await run('replay', 'all', '--since', '1 hour');

    expect(stdout).toContain('route all is disabled: the digests are kept until it is resumed.');
  });

  it('leaves alone what was written for another kind of destination than the route has now', async () => {
    state.configure({ routes: [slackRoute('all')] });

    const { exitCode, stdout } = await run('replay', 'all', '--since', '1 hour', '--yes');

    expect(exitCode).toBe(0);
    const count = delivered().length;
    const digests = count === 1 ? '1 digest' : `${count} digests`;
    expect(stdout).toContain(`route all: ${digests} skipped: written for another kind of destination.`);
  });
});

const slackRoute = (id: string) => ({
  id,
  match: {},
  when: 'immediately',
  to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
});

describe('replay to Slack', () => {
  afterADelivery(() => ({ routes: [slackRoute('sales'), webhookRoute(bench.inbox, 'all')] }));

  it('needs --yes, and changes nothing without it, for no other route either', async () => {
    const posts = slack.requests.length;
    expect(posts).toBeGreaterThan(0);

    const { exitCode, stdout, stderr } = await run('replay', '--since', '1 hour');

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(
      /^signalpost: --yes: route sales posts to Slack, which does not recognize repeats: \d+ messages? would appear a second time; .+\n$/,
    );
    expect(await deliver()).toEqual([]);
    expect(slack.requests).toHaveLength(posts);
  });

  it('posts the same bytes again with --yes', async () => {
    const posted = slack.requests.map(({ body }) => body);

    await run('replay', 'sales', '--since', '1 hour', '--yes');
    await deliver();

    const again = slack.requests.slice(posted.length).map(({ body }) => body);
    expect(again).toEqual(posted);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { type Answer, startReceiver } from '../../support/destinations/receiver.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { sentences } from '../../support/time/civil.ts';

const bench = openedForAll(() => startRunBench({ buyers: 2, signals: 12 }));
let said: Answer = {};
const slack = openedForAll(() => startReceiver({ answers: () => said }));
let state: BenchState;

const run = (...args: string[]) => state.run(args, { SLACK_WEBHOOK_URL: slack.url });
const jsonOf = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
/** A run that delivers everything; answers with what came to the webhook. */
async function deliver() {
  const before = bench.inbox.requests.length;
  const first = await run('run', '--once');
  expect(first.exitCode, first.stderr).toBe(0);
  return bench.inbox.requests.slice(before);
}
const idOf = ({ headers }: { readonly headers: object }) => (headers as Record<string, string>)['webhook-id'];
const idAndBody = (request: { headers: object; body: string }) => [idOf(request), request.body];

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

const slackRoute = (id: string) => ({
  id,
  match: {},
  when: 'immediately',
  to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
});

describe('resend of what a webhook got', () => {
  const delivered = afterADelivery();

  it('sends it once more with the next run: the same ids, the same bytes', async () => {
    const { exitCode, stdout, stderr } = await run('resend', 'all', '--since', '1 hour');
    const again = await deliver();

    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^route all: \d+ digests? (is|are) due; the next run sends (it|them)\.\n$/);
    expect(again.map(idAndBody)).toEqual(delivered().map(idAndBody));
    expect(again.length).toBeGreaterThan(0);
    expect(bench.inbox.problems).toEqual([]);
  });

  it('sends one digest alone, by the first 8 letters of its id, as messages show them', async () => {
    const [first] = delivered();
    const id = String(first && idOf(first));

    expect(await jsonOf('resend', 'all', id.slice('msg_'.length, 'msg_12345678'.length))).toEqual({
      routeId: 'all',
      dryRun: false,
      digests: 1,
      digestIds: [id],
      signals: 0,
      heldSignals: [],
      digestsOfOtherType: 0,
    });
    expect((await deliver()).map(idOf)).toEqual([id]);
  });

  it('only lists it with --dry-run', async () => {
    const ids = delivered().map(idOf);
    const dryRun = ['resend', 'all', '--since', '1 hour', '--dry-run'];

    const { stdout } = await run(...dryRun);

    expect(stdout).toMatch(
      /^route all: would send \d+ digests?\.\n( {2}msg_\w+ {2}delivered, \d+ signals?, .+\n)+$/,
    );
    expect(await jsonOf(...dryRun)).toMatchObject({ dryRun: true, digests: ids.length, digestIds: ids });
    expect(await deliver()).toEqual([]);
  });

  it('without a digest and --since sends none of it, and says so', async () => {
    expect(await run('resend', 'all')).toMatchObject({
      exitCode: 0,
      stdout:
        'route all: no digest has failed for good and no signal is held, so there is nothing to send.\n',
    });
    const { stdout } = await run('resend', 'all', '--since', '0 seconds');
    expect(stdout).toMatch(
      /^route all: nothing was delivered since then, so there is nothing to send again\./,
    );
  });
});

describe('resend of what Slack got', () => {
  afterADelivery(() => ({ routes: [slackRoute('sales')] }));

  it('needs --yes, and changes nothing without it', async () => {
    const posts = slack.requests.length;
    expect(posts).toBeGreaterThan(0);

    const { exitCode, stdout, stderr } = await run('resend', 'sales', '--since', '1 hour');
    await deliver();

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(
      /^signalpost: --yes: route sales would repeat \d+ messages?\. Slack does not recognize repeats: what it got would appear a second time; .+\n$/,
    );
    expect(slack.requests).toHaveLength(posts);
  });
});

it('what failed for good is sent once it is resent, and not before', async () => {
  state = bench.newState();
  state.configure({ routes: [slackRoute('sales')] });
  said = { status: 400, body: 'invalid_payload' };
  await run('run', '--once');
  said = {};
  const before = slack.requests.length;

  expect((await run('run', '--once')).exitCode).toBe(1);
  expect(slack.requests).toHaveLength(before);
  const { digests } = await jsonOf('resend', 'sales');
  await deliver();

  expect(digests).toBeGreaterThan(0);
  expect(slack.requests).toHaveLength(before + digests);
});

it('a disabled route keeps what failed for good after a resend, which says so, until a resume', async () => {
  state = bench.newState();
  bench.inbox.answer = () => ({ status: 410 });
  await run('run', '--once');
  bench.inbox.answer = undefined;
  const [{ digestsKept: kept }] = (await jsonOf('status')).routes;

  const { stdout } = await run('resend', 'all');
  expect(stdout).toContain(
    'route all is disabled, and they wait until: npm run -s signalpost -- resume all --config config.json --state state\n',
  );
  expect((await jsonOf('status')).routes).toMatchObject([{ digestsWaiting: 0, digestsKept: kept }]);
  expect((await run('run', '--once')).exitCode).toBe(1);

  expect(await jsonOf('resume', 'all')).toMatchObject({ digestsReleased: kept });
  expect(await deliver()).toHaveLength(kept);
});

it('what a flood rule holds is listed, and sent once it is resent', async () => {
  state = bench.newState();
  state.configure({ routes: [{ ...slackRoute('sales'), flood: { over: 20, show: 5 } }] });
  await bench.addSignals({ count: 30 });
  const first = await run('run', '--once');
  const [{ signalsHeld: held }] = (await jsonOf('status')).routes;
  const sent = slack.requests.length;

  const listed = await run('resend', 'sales', '--dry-run');
  const { heldSignals } = await jsonOf('resend', 'sales', '--dry-run');
  const released = await run('resend', 'sales');
  await deliver();

  expect(sentences(first)).toEqual([
    `signalpost: route sales: ${held} signals held over the flood limit; to send them: npm run -s signalpost -- resend sales --config config.json --state state`,
  ]);
  expect(listed.stdout).toMatch(
    new RegExp(
      `^route sales: would send 0 digests and ${held} held signals\\.\n(  .+ – .+\n){20}  and ${held - 20} more held signals\n$`,
    ),
  );
  expect(heldSignals).toHaveLength(20);
  expect(released.stdout).toBe(`route sales: ${held} held signals will go out with the next digests.\n`);
  const texts = slack.requests.slice(sent).map(({ body }) => JSON.parse(body).text);
  // Every part says how many there are in all of them.
  for (const text of texts) expect(text).toMatch(new RegExp(`^${held} new signals`));
  const status = await run('status');
  expect(status.stdout).toContain('\nsales (slack): nothing is pending\n');
  expect(status.stdout).toMatch(
    /^ {2}All signals go to Slack \(SLACK_WEBHOOK_URL\) .+\(the others are held until resend\)\.$/m,
  );
});

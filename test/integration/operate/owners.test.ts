import { expect, it } from 'vitest';
import { startRunBench } from '../../support/commands/run-bench.ts';
import { type ReceivedRequest, startReceiver } from '../../support/destinations/receiver.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

interface Message {
  readonly channel: string;
  readonly text: string;
  readonly blocks: readonly { readonly block_id?: string }[];
}

const messageOf = ({ body }: ReceivedRequest) => JSON.parse(body) as Message;

/** As Slack answers: of a person it names the direct messages, and one has left. */
function answerAsSlack(request: ReceivedRequest, index: number) {
  const { channel = '' }: Partial<Message> = messageOf(request);
  const said =
    channel === 'U0DEV'
      ? { ok: false, error: 'user_not_found' }
      : { ok: true, channel: channel.replace(/^U/, 'D'), ts: `1503435956.${index}` };
  return { body: JSON.stringify(said) };
}

const bench = openedForAll(() => startRunBench({ buyers: 12, signals: 120, bridges: 8 }));
const slack = openedForAll(() => startReceiver({ answers: answerAsSlack }));

it('a route to each owner tells each directly, and the channel what is of nobody or of an owner who left', async () => {
  const state = bench.newState();
  const api = new URL('/api', slack.url).href;
  const bot = { type: 'slack', botToken: { secret: 'BOT' }, apiUrl: api };
  const people = { 'Ann Lee': { slack: 'U0ANN' }, 'Dev Patel': { slack: 'U0DEV' } };
  const changes = {
    hot: { topByHotness: 5 },
    summaries: { waitAtMost: '0 seconds' },
    columns: { owner: 'Account Owner' },
    routes: [{ id: 'sales', when: 'immediately', to: { ...bot, channel: 'owner', otherwise: 'C0REST' } }],
  };
  state.configure({ ...changes, people });
  const run = async (...args: string[]) => {
    const before = slack.requests.length;
    const result = await state.run(args, { BOT: 'xoxb-1234567890-abcdefghij' });
    return { ...result, sent: slack.requests.slice(before).map(messageOf) };
  };
  const to = (sent: readonly Message[], channel: string) => sent.filter((one) => one.channel === channel);

  const first = await run('run', '--once');
  const { missing, ...printed } = JSON.parse((await run('people', '--json')).stdout);
  expect(printed).toEqual({ people });
  expect(missing).toContainEqual({
    name: 'Ben Okafor',
    reason: expect.stringMatching(/^the column has no address; /),
  });
  expect((await run('people')).stdout).toContain('  "Ann Lee": { slack: "U0ANN" },\n');
  expect((await run('doctor')).stdout).toMatch(
    /owners.+people has no Slack id of .+\(\d+ hot signals?\); owners' routes are disabled: sales\/dev-patel \(.*user_not_found.*\)/,
  );
  const lost = to(first.sent, 'U0DEV');
  expect(to(first.sent, 'U0ANN').length).toBeGreaterThan(0);
  expect(JSON.stringify(to(first.sent, 'C0REST'))).toContain('Not told directly: ');
  expect(lost).not.toEqual([]);
  expect((await run('status')).stdout).toMatch(
    /sales\/dev-patel: .+: its owner left; send what waits to sales: .+ resend sales\/dev-patel --\S+ \S+( --\S+ \S+)*\n/,
  );

  const { stdout } = await run('resend', 'sales/dev-patel');
  expect(stdout).toContain("route sales/dev-patel can't reach its owner: what waits for it goes to sales.\n");
  const again = to((await run('run', '--once')).sent, 'C0REST');
  expect(again.map(({ text }) => text)).toEqual(expect.arrayContaining(lost.map(({ text }) => text)));

  // Ann is taken out of people: nothing of hers waits.
  state.configure({ ...changes, people: {} });
  expect(await run('resend', 'sales/ann-lee')).toMatchObject({
    stdout:
      "route sales/ann-lee can't reach its owner: what waits for it goes to sales.\n" +
      'route sales/ann-lee: no digest has failed for good and no signal is held, so there is nothing to send.\n',
  });
  expect((await run('resend', 'sales/nobody')).stdout).toContain('nothing to send');
});

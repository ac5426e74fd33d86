import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { type Receiver, startReceiver } from '../../support/destinations/receiver.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 2, signals: 24 }));
const ts = '1795525200.000100';
const env = {
  SLACK_BOT_TOKEN: 'xoxb-000000000000-0000000000000-000000000000000000000000',
  SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
};

interface Block {
  readonly type: string;
  readonly block_id?: string;
  readonly elements?: readonly { readonly options?: readonly { readonly value: string }[] }[];
}
interface Message {
  readonly channel: string;
  readonly ts?: string;
  readonly user?: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Slack's Web API, and the channel as its readers see it. */
let slack: Receiver;
let state: BenchState;
const calls = (method: string) =>
  slack.requests
    .filter(({ path }) => path === `/api/${method}`)
    .map(({ body }) => JSON.parse(body) as Message);
const posted = () => calls('chat.postMessage')[0] as Message;
const shown = () => JSON.stringify(calls('chat.update').at(-1)?.blocks);
const menus = () => posted().blocks.filter(({ type }) => type === 'actions');

beforeAll(async () => {
  slack = await startReceiver({
    answers: ({ body }) => ({ body: JSON.stringify({ ok: true, channel: JSON.parse(body).channel, ts }) }),
  });
  state = bench.newState();
  const apiUrl = new URL('/api', slack.url).href;
  state.configure({
    hot: { topByHotness: 2 },
    summaries: { waitAtMost: '0 minutes' },
    inbound: { slack: { signingSecret: { secret: 'SLACK_SIGNING_SECRET' } } },
    routes: [
      {
        id: 'sales',
        match: { hot: true },
        when: 'immediately',
        timezone: 'America/New_York',
        to: { type: 'slack', botToken: { secret: 'SLACK_BOT_TOKEN' }, channel: 'C0123ABCD', apiUrl },
        actions: ['claim', 'not-for-us', 'mute-buyer', 'more'],
      },
    ],
  });
  const ran = await state.run(['run', '--once', '--json'], env);
  expect(ran.exitCode, ran.stderr).toBe(0);
});
afterAll(() => slack?.close());

let clicks = 0;
/** As the inbound endpoint hands it on. */
async function choose(kind: string, menu: number, by: string) {
  clicks += 1;
  const [, routeId, slot, part] = /^digest:(\w+):(.+):(\d+)$/.exec(posted().blocks[0]?.block_id ?? '') ?? [];
  const click = {
    id: `click-${clicks}`,
    kind,
    by: { id: `U0${by.toUpperCase()}`, name: by },
    clickedAt: Date.now(),
    place: `C0123ABCD ${ts}`,
    signalId: menus()[menu]?.block_id,
    pointer: { routeId, slot, part: Number(part) },
  };
  const file = join(state.directory, 'click.json');
  writeFileSync(file, JSON.stringify(click));
  return state.run(['invoke', 'answer-clicks', '--event', file], env);
}

describe('the menus of a digest, from the first message on', () => {
  it('let a reader claim a signal, and tell a second one who was first', async () => {
    expect((await choose('claim', 0, 'ann')).exitCode).toBe(0);
    expect(calls('chat.update')[0]).toMatchObject({ channel: 'C0123ABCD', ts, text: posted().text });
    expect(shown()).toContain('"Claimed by "},{"type":"user","user_id":"U0ANN"}');
    expect((await choose('claim', 0, 'bob')).exitCode).toBe(0);
    expect(shown()).toBe(JSON.stringify(calls('chat.update')[0]?.blocks));
    expect(calls('chat.postEphemeral')[0]).toMatchObject({ channel: 'C0123ABCD', user: 'U0BOB' });
    expect(calls('chat.postEphemeral')[0]?.text).toMatch(/^Claimed before: by <@U0ANN>, /);
  });

  it('mute a buyer on the route, which the commands list and end', async () => {
    await choose('mute-week', 2, 'ann');
    expect(shown()).toContain('Buyer muted on this route until');
    expect(shown()).toContain('"value":"unmute"');
    const { mutes } = await state.json('mute', '--list');
    expect(mutes).toMatchObject([{ kind: 'buyer', routeId: 'sales', because: 'by ann in Slack' }]);
    const [{ id }] = mutes;
    expect((await state.run(['mute', '--list'])).stdout).toMatch(
      / on route sales: until .*, because by ann in Slack/,
    );
    expect(await state.json('unmute', 'buyer', id)).toMatchObject({ kind: 'buyer', id, unmuted: true });
    await choose('mute-month', 2, 'ann');
    await choose('unmute', 2, 'bob');
    expect(shown()).not.toContain('Buyer muted');
    expect(await state.json('mute', '--list')).toMatchObject({ mutes: [] });
  });

  it('authorize each call by the bot, and leave the stored digest as it was', async () => {
    for (const { headers } of slack.requests)
      expect(headers.authorization).toBe(`Bearer ${env.SLACK_BOT_TOKEN}`);
    const { stdout } = await state.run(['history', '--digests', '--json']);
    expect(stdout).not.toContain('Claimed by');
  });
});

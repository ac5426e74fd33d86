import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../../functions/answer-clicks/handler.ts';
import { rendererFor } from '../../../../message/destinations.ts';
import type { Click, ClickKind } from '../../../../shared/domain/clicks/click.ts';
import { type Route, signalActions } from '../../../../shared/domain/routes/route.ts';
import { exampleSummary } from '../../../support/examples/example-digest.ts';
import {
  bridgeId,
  buyerA,
  buyerB,
  exampleEntry,
  exampleNewSignal,
  rowUuid,
} from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { openComposing } from '../../../support/functions/open-composing.ts';
import { type FunctionsGiven, benchNow as now } from '../../../support/functions/open-functions.ts';

const to = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;
const sales: Route = { ...immediateRoute, id: 'sales', to, actions: signalActions };
const other: Route = { ...sales, id: 'other' };
const place = 'C0123ABCD 1503435956.000247';
const pointer = { routeId: 'sales', slot: '2026-11-21T08:00:00.000Z', part: 1 };
const idOf = (number: number) => `${bridgeId}#${rowUuid(number)}`;
const ann = { id: 'U0ANN', name: 'ann' };
const bob = { id: 'U0BOB', name: 'bob' };
const week = 7 * 86_400_000;

interface Given extends Pick<FunctionsGiven, 'answer'> {
  readonly routes?: readonly Route[];
  readonly delivered?: boolean;
  /** What its answer named it; null for an answer that was cut off. */
  readonly thread?: string | null;
}

/** Two hot signals of buyer A and one of buyer B in a delivered message of Slack, and others of buyer A in the history. */
async function open({
  answer = () => ({}),
  routes = [sales, other],
  delivered = true,
  thread = place,
}: Given = {}) {
  const config = { routes: [...routes] };
  const bench = openComposing([], { rendererFor, config, answer });
  const { ledger, sent } = bench;
  bench.add(
    [
      exampleEntry(1, { hot: true }),
      exampleEntry(2, { hot: true }),
      exampleEntry(3, { hot: true, buyerId: buyerB }),
      exampleEntry(4),
    ],
    'sales',
  );
  await bench.compose({ route: sales });
  const claim = delivered ? await ledger.digests.claim(pointer, now, 90_000) : null;
  const told = { outcome: 'delivered', status: 200, reason: '' } as const;
  if (claim)
    await ledger.digests.settle(claim, { to: 'DELIVERED', thread: thread ?? undefined }, now, true, told);
  const ports = bench.deployed({});
  const handler = createHandler(ports);
  let number = 0;
  const click = (kind: ClickKind, over: Partial<Click> = {}): Click => {
    number += 1;
    return {
      id: `click ${number}`,
      kind,
      by: ann,
      clickedAt: bench.time.now,
      signalId: idOf(1),
      pointer,
      place,
      ...over,
    };
  };
  return {
    ...bench,
    ports,
    click,
    answer: (message: Click, remainingMs = 60_000) =>
      handler(message, { getRemainingTimeInMillis: () => remainingMs }),
    clicks: async () => (await ledger.history.findDigest(pointer))?.clicks ?? [],
    shown: () => sent.filter(({ method }) => method === 'chat.update').map(({ body }) => JSON.parse(body)),
    told: () =>
      sent.filter(({ method }) => method === 'chat.postEphemeral').map(({ body }) => JSON.parse(body)),
  };
}

describe('a claim', () => {
  it('of a second reader changes nothing, and he alone is told who was first and when', async () => {
    const { answer, click, clicks, shown, told, time } = await open();
    await answer(click('claim'));
    time.now += 60_000;
    await answer(click('claim', { by: bob }));
    expect(await clicks()).toHaveLength(1);
    // Drawn again all the same: the message may be one that was sent again, and show nothing yet.
    const [first, second] = shown();
    expect(second).toEqual(first);
    const only = [{ user: 'U0BOB', text: 'Claimed before: by <@U0ANN>, 8:00 AM UTC.' }];
    expect(told()).toEqual(only);
    // Who refuses what is refused needs no answer.
    for (const by of [ann, bob]) await answer(click('not-for-us', { by }));
    expect([(await clicks()).length, told()]).toEqual([2, only]);
  });
});

describe('a mute', () => {
  it('holds for a week or a month of the click, on its route alone, and says who chose it', async () => {
    const { answer, click, ledger, clicks, time } = await open();
    const clickedAt = time.now - 300_000;
    await answer(click('mute-week', { clickedAt }));
    const mute = {
      kind: 'buyer',
      id: buyerA,
      routeId: 'sales',
      until: clickedAt + week,
      because: 'by ann in Slack',
    };
    expect(await ledger.mutes.list()).toEqual([{ ...mute, name: 'Springfield School District' }]);
    expect((await clicks())[0]).toMatchObject({ kind: 'mute-week', until: clickedAt + week });
    await answer(click('mute-month', { clickedAt: clickedAt + 1 }));
    expect((await ledger.mutes.list())[0]?.until).toBe(clickedAt + 1 + 30 * 86_400_000);
  });
});

describe('"more"', () => {
  it('tells the reader alone the other signals of the buyer, newest first, and the summary', async () => {
    const { answer, click, ledger, told, clicks, time } = await open();
    for (const number of [1, 2, 11, 12])
      await ledger.signals.record(
        exampleNewSignal(number, { firstSeenAt: time.now - number * 1_000, routeIds: [] }),
      );
    await ledger.summaries.request(buyerA, time.now, time.now + 60_000);
    const claim = await ledger.summaries.claim(buyerA, time.now, 1_000);
    if (claim) await ledger.summaries.settle(claim, { result: 'ready', summary: exampleSummary() }, time.now);
    await answer(click('more', { by: bob }));
    const [answered] = told();
    expect(answered.user).toBe('U0BOB');
    expect(answered.text).toBe('Springfield School District: 3 other signals in 90 days');
    const text = JSON.stringify(answered.blocks);
    const places = [
      'Tender 2',
      'Tender 11',
      'Tender 12',
      'The board approved a bond',
      'Voters approved 40',
    ].map((said) => text.indexOf(said));
    expect(places.every((at) => at > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).not.toContain('Tender 1"');
    expect(await clicks()).toEqual([]);
  });
});

it('at a direct message is shown there, where Slack named the channel of the person', async () => {
  const direct = { ...sales, to: { ...to, channel: 'U0ANN' } };
  const thread = 'D0456 1503435956.000247';
  const { answer, click, sent, shown } = await open({ routes: [direct], thread });

  await answer(click('claim', { place: thread }));

  expect(shown()).toHaveLength(1);
  expect(JSON.stringify(sent)).toContain('D0456');
});

it('is shown where it was made, if the answer to the message was cut off before its name', async () => {
  const { answer, click, sent, shown, told } = await open({ thread: null });

  await answer(click('claim'));

  expect(told()).toEqual([]);
  expect(shown()).toHaveLength(1);
  expect(JSON.stringify(sent)).toContain('1503435956.000247');
});

describe('a click that names', () => {
  const cases: readonly [string, Partial<Click>, string | null][] = [
    ['another message', { place: 'C0123ABCD 1503435956.000999' }, 'posted twice'],
    ['a signal that is not hot', { signalId: idOf(4) }, null],
    ['a route that is gone', { pointer: { ...pointer, routeId: 'gone' } }, null],
    ['a digest of another route', { pointer: { ...pointer, routeId: 'other' } }, 'too old'],
  ];

  it.each(cases)('%s changes nothing', async (_, over, sentence) => {
    const { answer, click, clicks, ledger, shown, told, observed } = await open();
    for (const kind of ['claim', 'mute-week', 'more'] as const) await answer(click(kind, over));
    expect(await clicks()).toEqual([]);
    expect(await ledger.mutes.list()).toEqual([]);
    expect(shown()).toEqual([]);
    expect(told()).toHaveLength(sentence === null ? 0 : 3);
    for (const { text } of told()) expect(text).toContain(sentence);
    expect(observed.filter(({ kind }) => kind === 'click-ignored')).toHaveLength(3);
  });

  it('an action that its route does not have today changes nothing', async () => {
    const { answer, click, clicks, told } = await open({ routes: [{ ...sales, actions: ['more'] }] });
    await answer(click('claim'));
    await answer(click('unmute'));
    expect(await clicks()).toEqual([]);
    expect(told().map(({ text }) => text)).toEqual(Array(2).fill('The configuration no longer offers this.'));
  });

  it('a digest whose delivery is not recorded yet is told to try again', async () => {
    const { answer, click, clicks, told } = await open({ delivered: false });
    await answer(click('claim'));
    expect(await clicks()).toEqual([]);
    expect(told()[0].text).toContain('Try again in a minute');
  });
});

describe('an answer of Slack', () => {
  /** A first click is recorded while Slack asks for a wait that is too long to show it. Slack is there again then. */
  async function recordOnly(kind: ClickKind) {
    const met = { outcome: 'retry', throttled: true, retryAfterMs: 30_000 } as const;
    let isDown = true;
    const bench = await open({ answer: () => (isDown ? met : {}) });
    const first = bench.click(kind);
    await expect(bench.answer(first)).rejects.toThrow(/chat.update/);
    isDown = false;
    return { ...bench, first };
  }

  it('that asks to wait for seconds is waited for', async () => {
    const busy = { outcome: 'retry', throttled: true, retryAfterMs: 3_000, reason: 'answered 429' } as const;
    const { answer, click, slept, shown } = await open({ answer: (_, call) => (call === 1 ? busy : {}) });
    await answer(click('claim'));
    expect(slept).toContain(3_000);
    expect(shown()).toHaveLength(2);
  });

  it('of a long wait brings the click back, and it is shown then', async () => {
    const { answer, first, clicks, shown, time } = await recordOnly('claim');
    expect(await clicks()).toHaveLength(1);
    time.now += 360_000;
    await answer(first);
    expect(await clicks()).toHaveLength(1);
    expect(JSON.stringify(shown().at(-1))).toContain('Claimed by ');
  });

  it('brings a click back to a config that no longer offers it, and what is recorded is shown', async () => {
    const { first, ports, shown, told } = await recordOnly('not-for-us');
    const config = { ...ports.config, routes: [{ ...sales, actions: ['more'] as const }] };
    await createHandler({ ...ports, config })(first, { getRemainingTimeInMillis: () => 60_000 });
    expect(JSON.stringify(shown().at(-1))).toContain('Not for us: ');
    expect(told()).toEqual([]);
  });

  it.each([
    ['message_not_found', { outcome: 'retry', threadRefused: true }],
    ['invalid_blocks', { outcome: 'dead', formRefused: true }],
  ] as const)('%s is told and not tried again, and the route goes on', async (word, met) => {
    const { answer, click, clicks, observed, ledger, sent } = await open({
      answer: () => ({ ...met, reason: word }),
    });
    await answer(click('claim'));
    expect(await clicks()).toHaveLength(1);
    expect(sent).toHaveLength(1);
    expect(observed).toContainEqual({
      kind: 'click-ignored',
      routeId: 'sales',
      click: 'claim',
      reason: `chat.update: ${word}`,
    });
    expect((await ledger.routes.read('sales')).state).toBe('ENABLED');
  });

  it('is not asked for where the time would not do', async () => {
    const { answer, click, sent } = await open();
    await expect(answer(click('claim'), 25_000)).rejects.toThrow('too little time');
    expect(sent).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { checkConfig } from '../../../../shared/config/check-config.ts';
import type { NewSignal } from '../../../../shared/domain/signals/recording.ts';
import { explainSignal } from '../../../../view/lookup/explain-signal.ts';
import { explainUnknown, parseSignalId, searchSignals } from '../../../../view/lookup/find-signals.ts';
import type { LookupPorts } from '../../../../view/lookup/ports.ts';
import { createJudge } from '../../../../view/lookup/read-days.ts';
import { exampleRound } from '../../../support/examples/example-round.ts';
import {
  bridgeId,
  buyerA,
  exampleNewSignal,
  exampleRow,
  rowUuid,
} from '../../../support/examples/example-signals.ts';
import { freezeOldest } from '../../../support/ledger/digests.ts';
import { now, type OpenedLedger, openLedger } from '../../../support/ledger/open-ledger.ts';

const to = { type: 'webhook', url: 'https://crm.example.com/', signingSecret: { secret: 'SIGNING' } };
const crm = { id: 'crm', match: {}, when: 'immediately', to };
const signalId = `${bridgeId}#${rowUuid(1)}`;
const digest = { routeId: 'crm', slot: new Date(now).toISOString(), part: 1 };
const hour = 3_600_000;

let opened: OpenedLedger;
beforeEach(() => {
  opened = openLedger();
});

const portsWith = (changes: Readonly<Record<string, unknown>> = {}): LookupPorts => ({
  ledger: opened.ledger,
  config: checkConfig({
    api: { baseUrl: 'https://api.example.com/', token: { secret: 'TOKEN' } },
    watch: { buyers: [buyerA] },
    hot: { topByHotness: 2, columns: [{ name: 'Match Score', atLeast: 90 }] },
    routes: [crm],
    ...changes,
  }),
  now,
});
const verdicts = [{ routeId: 'crm', takes: true, because: 'the route takes every signal' }];
const record = (over: Partial<NewSignal> = {}) =>
  opened.ledger.signals.record(exampleNewSignal(1, { verdicts, firstSeenAt: now - hour, ...over }));
const explain = (changes?: Readonly<Record<string, unknown>>) => explainSignal(portsWith(changes), signalId);

describe('a signal that was recorded', () => {
  it('is shown with its buyer, why it is hot, and its facts as a digest shows them', async () => {
    const columns = { 'Match Score': 96, 'Due Date': '2026-11-26', Value: 1_250_000 };
    const hotBecause = [
      { rule: 'column', name: 'Match Score', value: 96, atLeast: 90 },
      { rule: 'rank', rank: 1, of: 14 },
    ] as const;
    await record({ content: exampleRow(1, { columns }), hot: true, hotBecause, hotnessRank: 1 });

    const declared = { columns: { deadline: 'Due Date', money: 'Value' } };
    expect(await explain(declared)).toMatchObject({
      signalId,
      buyerId: buyerA,
      buyerName: 'Springfield School District',
      name: 'Tender 1',
      bridgeName: 'Tenders',
      firstSeenAt: '2026-11-21T07:00:00.000Z',
      remembered: true,
      notSent: null,
      hot: true,
      hotnessRank: 1,
      hotBecause: ['Match Score 96 (90 or more)', '1st of 14 here'],
      facts: [
        { of: 'deadline', column: 'Due Date', text: 'closes Thu, Nov 26' },
        { of: 'money', column: 'Value', text: '1.25M' },
      ],
    });
  });

  it('is shown with the values that did not make it hot', async () => {
    await record({ hotnessRank: 7 });
    expect(await explain()).toMatchObject({
      hot: false,
      hotnessRank: 7,
      facts: [],
      hotBecause: ['Match Score is 1 (rule: 90 or more)'],
    });
    expect(await explain({ hot: { columns: [{ name: 'Match Score', atLeast: 1 }] } })).toMatchObject({
      hot: false,
      hotBecause: ['Match Score is 1 (rule: 1 or more)', "by today's config it would be hot"],
    });
  });

  it('is judged anew by the name of its buyer', async () => {
    await record();
    const found = await opened.ledger.history.findSignal(signalId);
    const routesOf = (buyer: string) => {
      const { config } = portsWith({ routes: [{ ...crm, match: { buyers: [buyer] } }] });
      return found?.record && createJudge(config, new Map())(found.record).routeIds;
    };
    expect([routesOf('Springfield School District'), routesOf('Shelbyville')]).toEqual([['crm'], []]);
  });

  it('is found in the digest of a round that began before it came', async () => {
    await record({ firstSeenAt: now });
    await freezeOldest(opened.ledger, { ...digest, slot: new Date(now - hour + 1).toISOString() }, now);
    expect((await explain())?.routes).toMatchObject([{ digests: [{ digestId: 'msg_1' }] }]);
  });

  it('waits for the values that decide on a route, unless the route has it already', async () => {
    const awaited = {
      unsettled: ['State'],
      until: now + hour,
      period: 'LastThreeMonths',
      rankUnknown: false,
    } as const;
    const undecided = { routeId: 'west', takes: true, because: 'not decided yet: State is not known' };
    await record({ awaited, verdicts: [...verdicts, undecided] });
    const told = 'waits for State, which decides, until 2026-11-21 09:00 UTC at most';
    const stays = { reason: 'value', until: '2026-11-21T09:00:00.000Z', told };
    expect((await explain())?.routes).toMatchObject([{ stays: { reason: 'due' } }, { ...undecided, stays }]);
  });

  it('is forgotten after 90 days, but what still waits is told', async () => {
    await record();
    opened.table.deleteExpired(now / 1000 + 91 * 86_400);
    expect(await explain()).toMatchObject({
      remembered: false,
      name: null,
      hot: null,
      notSent: null,
      routes: [{ routeId: 'crm', takes: null, because: null, stays: { reason: 'due' } }],
    });
  });
});

describe('a signal that is in no digest', () => {
  const stays = async (changes?: Readonly<Record<string, unknown>>) =>
    (await explain(changes))?.routes[0]?.stays;

  it.each([
    ['quiet', { quiet: { from: '07:00', to: '10:00', timezone: 'UTC' } }, '2026-11-21T10:00:00.000Z'],
    ['gather', { gather: '1 hour' }, '2026-11-21T08:59:00.000Z'],
    ['waiting', { when: { cron: '0 9 * * ? *', timezone: 'UTC' } }, '2026-11-21T09:00:00.000Z'],
  ] as const)('is delayed: %s', async (reason, more, until) => {
    await record();
    const { ver } = await opened.ledger.routes.read('crm');
    await opened.ledger.routes.moveMark('crm', { ver, round: exampleRound(now - 60_000) });
    expect(await stays({ routes: [{ ...crm, ...more }] })).toMatchObject({ reason, until });
  });

  it("waits for its buyer's summary until that is there", async () => {
    await record({ hot: true, releaseAt: now + hour });
    expect(await stays()).toMatchObject({ reason: 'summary', until: '2026-11-21T09:00:00.000Z' });
    await opened.ledger.summaries.request(buyerA, now, now + hour);
    const claim = await opened.ledger.summaries.claim(buyerA, now, 1_000);
    if (claim === null) throw new Error('no summary was wanted');
    await opened.ledger.summaries.settle(claim, { result: 'none' }, now);
    expect(await stays()).toMatchObject({ reason: 'due' });
  });
});

describe('a search', () => {
  it.each([
    ['tender 1', true],
    ['SPRINGFIELD tenders', true],
    [rowUuid(1).toUpperCase(), true],
    [buyerA, true],
    ['tender shelbyville', false],
  ])('for %j finds the signal by the words of its names and ids: %s', async (text, isFound) => {
    await record();
    const found = await searchSignals(portsWith(), text);
    expect(found.map((one) => one.signalId)).toEqual(isFound ? [signalId] : []);
  });

  it.each([
    [`${bridgeId.toUpperCase()}#${rowUuid(1)}`, signalId],
    ['Bridge#Row', 'Bridge#Row'],
    ['unreadable#0a1b', 'unreadable#0a1b'],
    ['Lot #5', null],
    ['a#b#c', null],
    [rowUuid(1), null],
    [`bridge#${'r'.repeat(3_000)}`, null],
  ])('takes %s for the id %s', (text, id) => {
    expect(parseSignalId(text)).toBe(id);
  });
});

describe('a signal that is not known', () => {
  const unknown = (text: string, changes?: Readonly<Record<string, unknown>>) =>
    explainUnknown(portsWith(changes), text);

  it('is said to be never recorded, and what was read', async () => {
    await opened.ledger.polls.noteTick(now - hour, await opened.ledger.polls.readNews(now));
    const scan = { startedAt: now - 120_000, dueAt: now, listing: null, shown: { name: 'S', listed: 3 } };
    await opened.ledger.buyers.completeScan(await opened.ledger.buyers.read(buyerA), scan);
    const except = { buyers: [rowUuid(9)] };
    expect(await explain()).toBeNull();
    expect(await unknown(signalId, { watch: { buyers: [buyerA], except } })).toEqual([
      `No signal was ever recorded as ${signalId}: ids are kept for good.`,
      'Only the lists of watched buyers are read: 1 buyer, without 1 buyer in watch.except; the last list was read 2 minutes ago.',
      expect.stringContaining('status New of the last three months'),
    ]);
  });
});

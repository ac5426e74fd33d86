import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../functions/compose-digests/handler.ts';
import type { DestinationSettings, Route } from '../../../shared/domain/routes/route.ts';
import type { NewSignal } from '../../../shared/domain/signals/recording.ts';
import { previewRoutes } from '../../../view/preview/preview-routes.ts';
import { bridgeId, buyerB, exampleNewSignal, exampleRow } from '../../support/examples/example-signals.ts';
import { openFunctions } from '../../support/functions/open-functions.ts';

const minute = 60_000;
const hour = 60 * minute;
const evening = Date.parse('2026-11-23T18:00:00Z');
const morning = Date.parse('2026-11-24T08:00:00Z');
const otherBridge = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a002';

const slack: DestinationSettings = { type: 'slack', webhookUrl: { secret: 'SLACK' } };
const bot: DestinationSettings = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C123' };
const teams: DestinationSettings = { type: 'teams', webhookUrl: { secret: 'TEAMS' } };
const webhook: DestinationSettings = {
  ...{ type: 'webhook', url: 'https://crm.example.com/', signingSecret: { secret: 'SIGNING' } },
};
const daily: Route = { id: 'sales', match: {}, when: { cron: '0 8 * * ? *', timezone: 'UTC' }, to: slack };

interface Given {
  readonly route?: Partial<Route>;
  readonly signals?: number;
  readonly of?: (number: number) => Partial<NewSignal>;
  /** Before the preview. */
  readonly before?: (bench: ReturnType<typeof openFunctions>) => Promise<unknown>;
}

/** A preview in the evening, and the morning's sweep so long after the slot. */
async function previewAndSend(given: Given, lateMs = 37_250) {
  const route = { ...daily, ...given.route } as Route;
  const bench = openFunctions({ config: { routes: [route], columns: { deadline: 'Due' } } });
  const { ledger, table, time, ports } = bench;
  for (let number = 1; number <= (given.signals ?? 12); number += 1) {
    const over = { firstSeenAt: evening - number * minute, routeIds: [route.id], ...given.of?.(number) };
    await ledger.signals.record(exampleNewSignal(number, over));
  }
  time.now = evening;
  await given.before?.(bench);
  const items = JSON.stringify([...table.all()]);
  const request = { routes: [route], since: evening - 7 * 24 * hour };
  const [preview] = await previewRoutes({ table, config: ports.config, now: evening }, request);
  if (!preview) throw new Error('a route has no preview');
  expect(JSON.stringify([...table.all()])).toBe(items);
  time.now = Date.parse(preview.slot) + lateMs;
  const compose = createHandler(ports);
  await compose({ sweep: true, compose: true }, { getRemainingTimeInMillis: () => 120_000 });
  const digests = [...table.all()].filter(({ sk }) => sk.startsWith('DIG#'));
  return { ...bench, preview, digests };
}

const hotEach = (every: number) => (number: number) =>
  number % every === 0
    ? { hot: true, hotBecause: [{ rule: 'column', name: 'Match Score', value: 96, atLeast: 90 } as const] }
    : {};

const mute =
  (kind: 'buyer' | 'bridge' | 'route', id: string, until: number) =>
  (bench: ReturnType<typeof openFunctions>) =>
    bench.ledger.mutes.begin({ kind, id, until, because: 'renewal talks' });

const cases: readonly [string, Given, number][] = [
  ['to Slack', {}, 1],
  ['in a thread', { route: { to: bot }, of: hotEach(4) }, 2],
  ['in several parts', { signals: 150, route: { to: webhook } }, 3],
  ['of a flood that is held', { signals: 40, route: { flood: { over: 20, show: 5 } }, of: hotEach(10) }, 1],
  ['without what is muted', { before: mute('bridge', bridgeId, morning + hour), of: fewOfOther }, 1],
  ['at the end of quiet hours', { route: { quiet: { from: '20:00', to: '09:30', timezone: 'UTC' } } }, 1],
  [
    'at the end of quiet hours, of a route without times',
    { route: { when: 'immediately', quiet: { from: '17:30', to: '07:00', timezone: 'UTC' } } },
    1,
  ],
  ['with what closes before it, which is not hot then', { of: closesBefore }, 1],
  ['after an earlier round', { before: composeEarlier }, 1],
];

function fewOfOther(number: number): Partial<NewSignal> {
  if (number > 3) return {};
  const content = exampleRow(number, { bridgeId: otherBridge, bridgeName: 'Meetings', buyerId: buyerB });
  return { buyerId: buyerB, signalId: `${otherBridge}#${content.rowId}`, content };
}

function closesBefore(number: number): Partial<NewSignal> {
  const content = exampleRow(number, { columns: { Due: number === 3 ? '2026-11-23' : '2026-11-24' } });
  return { ...hotEach(3)(number), content, releaseAt: number === 3 ? morning + hour : null };
}

async function composeEarlier({ ports, ledger, time }: ReturnType<typeof openFunctions>): Promise<void> {
  time.now = Date.parse('2026-11-23T08:00:10Z');
  await createHandler(ports)({ sweep: true, compose: true }, { getRemainingTimeInMillis: () => 120_000 });
  time.now = evening;
  await ledger.signals.record(exampleNewSignal(99, { firstSeenAt: evening - minute, routeIds: ['sales'] }));
}

describe('a preview shows the bytes that its slot then sends', () => {
  it.each(cases)('%s', async (_name, given, least) => {
    const { preview, digests } = await previewAndSend(given);
    const created = digests.filter(({ slot }) => String(slot).startsWith(preview.slot.slice(0, 19)));
    expect(preview.parts.length).toBeGreaterThanOrEqual(least);
    expect(preview.parts.map(({ digestId, body }) => [digestId, body])).toEqual(
      created.map(({ digestId, text }) => [digestId, text]),
    );
    expect([preview.slot, preview.digestId]).toEqual([created[0]?.slot, created[0]?.digestId]);
    expect([preview.exact, preview.inexact]).toEqual([true, null]);
    expect(preview.goes).toHaveLength(created.flatMap(({ members }) => members).length);
  });
});

describe('a preview', () => {
  it('tells why each signal goes out, by the rule and its value', async () => {
    const match = { columns: [{ name: 'Match Score', atLeast: 2 }] };
    const { preview } = await previewAndSend({ route: { match }, signals: 3, of: hotEach(3) });
    expect(preview.goes.map(({ name, because }) => [name, because])).toEqual([
      ['Tender 3', 'Match Score 96 (90 or more); Match Score is 3 (rule: 2 or more)'],
      ['Tender 1', "by today's rules it would not go here: Match Score is 1 (rule: 2 or more)"],
      ['Tender 2', 'Match Score is 2 (rule: 2 or more)'],
    ]);
  });

  it('of what a mute holds is for the first time of its route after the mute', async () => {
    const { preview } = await previewAndSend({ before: mute('route', 'sales', morning + 38 * hour) });
    expect(preview).toMatchObject({ parts: [{ signals: 12 }], slot: '2026-11-26T08:00:00.000Z' });
  });

  it('shows what closes before its time as not hot, and without a reason to be', async () => {
    const { preview } = await previewAndSend({ signals: 6, of: closesBefore });
    const ofHot = preview.goes.filter(({ name }) => name === 'Tender 3' || name === 'Tender 6');
    const byRule = 'Match Score 96 (90 or more); the route takes every signal';
    expect(ofHot.map(({ name, hot, because }) => [name, hot, because])).toEqual([
      ['Tender 6', true, byRule],
      ['Tender 3', false, 'the route takes every signal'],
    ]);
  });

  it.each<[string, Given, string, string]>([
    [
      'muted',
      { before: mute('buyer', buyerB, morning + hour) },
      'muted',
      'waits: muted until 2026-11-24 09:00 UTC (renewal talks)',
    ],
    [
      'held',
      { route: { flood: { over: 10, show: 9 } } },
      'flood',
      'held over the flood limit until it is resent',
    ],
    ['refused', { of: refusedToo }, 'not taken', 'Match Score is 1 (rule: 2 or more)'],
    [
      'baseline',
      { of: baselineToo },
      'not news',
      'it was there before the first reading of its buyer; watch.firstRun decided so then',
    ],
    [
      'disabled',
      { before: ({ ledger }) => ledger.routes.disable('sales', 'answered 410', evening) },
      'disabled',
      'waits until the route is resumed (answered 410)',
    ],
  ])('tells why a signal stays: it is %s', async (_, given, reason, because) => {
    const { preview } = await previewAndSend({ of: fewOfOther, ...given });
    expect(preview.stays.find((one) => one.reason === reason)).toMatchObject({ because });
  });

  it.each<[string, DestinationSettings, object, RegExp]>([
    ['Slack', slack, { blocks: 50, 'bytes of blocks': 12_000 }, /^12 new signals at .+\n\n[^{<]+ & Sons/],
    ['Teams', teams, { bytes: 20_000 }, /^12 new signals at .+\n[^{<]+ & Sons/],
    ['a webhook', webhook, { bytes: 20_000 }, /^\{\n {2}"type": "digest.created"/],
  ])('to %s names its sizes beside the limits, and what a person reads', async (_, to, limits, text) => {
    const of = (number: number) => ({ content: exampleRow(number, { name: `${number} & Sons` }) });
    const { preview } = await previewAndSend({ route: { to }, of });
    const [part] = preview.parts;
    expect(Object.fromEntries(part?.sizes.map(({ of: what, most }) => [what, most]) ?? [])).toEqual(limits);
    for (const { is, most } of part?.sizes ?? []) expect(is / most).toBeGreaterThan(0);
    for (const { is, most } of part?.sizes ?? []) expect(is / most).toBeLessThan(1);
    expect(part?.text).toMatch(text);
  });
});

function refusedToo(number: number): Partial<NewSignal> {
  const because = 'Match Score is 1 (rule: 2 or more)';
  return number === 1 ? { routeIds: [], verdicts: [{ routeId: 'sales', takes: false, because }] } : {};
}

function baselineToo(number: number): Partial<NewSignal> {
  return number === 1 ? { routeIds: [], baseline: true } : {};
}

it('the parts of a digest at a webhook share a group, which another route’s have not, and stand in order', async () => {
  const partsOf = async (id: string, signals: number) => {
    const { preview } = await previewAndSend({ route: { id, to: webhook }, signals });
    return preview.parts.map(({ body }) => JSON.parse(body).data);
  };
  const [sales, crm] = [await partsOf('sales', 150), await partsOf('crm', 1)];
  const groups = [sales, crm].map((parts) => new Set(parts.map(({ digestGroupId }) => digestGroupId)));

  expect(sales.length).toBeGreaterThan(1);
  for (const [index, { part, more, slot, createdAt }] of sales.entries()) {
    expect([part, more]).toEqual([index + 1, index < sales.length - 1]);
    expect(Date.parse(createdAt) - Date.parse(slot)).toBe(index);
  }
  expect(groups.map(({ size }) => size)).toEqual([1, 1]);
  expect(groups[0]).not.toEqual(groups[1]);
});

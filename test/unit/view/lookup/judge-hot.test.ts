import { beforeEach, describe, expect, it } from 'vitest';
import { readSent } from '../../../../functions/lookups/read-sent.ts';
import type { RecordedClick } from '../../../../shared/domain/clicks/click.ts';
import type { Became } from '../../../../shared/domain/reports/became.ts';
import type { NewSignal } from '../../../../shared/domain/signals/recording.ts';
import { judgeHotRules } from '../../../../view/lookup/judge-hot.ts';
import { describeHot } from '../../../../view/words/describe-hot.ts';
import { buyerA, exampleNewSignal, exampleRow } from '../../../support/examples/example-signals.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
import { exampleClick, storeClicks } from '../../../support/ledger/clicks.ts';
import { freezeOldest, settleDue } from '../../../support/ledger/digests.ts';
import { now, type OpenedLedger, openLedger } from '../../../support/ledger/open-ledger.ts';

const day = 86_400_000;
const byScore = { topByHotness: 0, columns: [{ name: 'Match Score', atLeast: 80 }] };

let opened: OpenedLedger;
let slots: number;
beforeEach(() => {
  opened = openLedger();
  slots = 0;
});

const idOf = (number: number) => exampleNewSignal(number).signalId;
const scored = (value: number, atLeast = 80) => ({
  hot: value >= atLeast,
  hotBecause: value < atLeast ? [] : [{ rule: 'column', name: 'Match Score', value, atLeast } as const],
});
const record = (number: number, over: Partial<NewSignal> = {}) =>
  opened.ledger.signals.record(exampleNewSignal(number, { firstSeenAt: now - day, routeIds: [], ...over }));

/** Delivers hot signals on a route, with what readers chose there. */
async function send(
  numbers: readonly number[],
  clicks: readonly RecordedClick[] = [],
  routeId = 'crm',
  isDelivered = true,
) {
  slots += 1;
  const pointer = { routeId, slot: new Date(now - slots * 60_000).toISOString(), part: 1 };
  const followed = numbers.map((number) => ({ signalId: idOf(number), buyerId: buyerA, deadline: null }));
  const outline = { headline: '', hot: followed.length, buyers: [], followed };
  await freezeOldest(opened.ledger, pointer, now, { digestId: `msg_${slots}`, members: [], outline });
  if (isDelivered) {
    const told = { outcome: 'delivered', status: 200, reason: 'answered 200' } as const;
    await settleDue(opened.ledger, pointer, now, { to: 'DELIVERED' }, true, told);
  }
  await storeClicks(opened.table, pointer, clicks);
}

const claim = (number: number, name = 'ann') => exampleClick('claim', name, { signalId: idOf(number) });
const refusal = (number: number, name = 'bob') =>
  exampleClick('not-for-us', name, { signalId: idOf(number) });
const lookUp = (number: number, became: Became) =>
  opened.ledger.signals.storeBecame(
    { buyerId: buyerA, signalIds: [], askedAt: 1 },
    idOf(number),
    { became, signal: null },
    now,
  );
const columns = { deadline: 'Due Date' };
const judge = (hot: typeof byScore) =>
  judgeHotRules({ ledger: opened.ledger, config: { ...exampleConfig, hot, columns }, now });

describe('a column rule', () => {
  it('counts its signals by what readers and the team did', async () => {
    for (const score of [70, 75, 80, 85, 90, 95]) await record(score, scored(score));
    await record(99, scored(99, 60));
    await send([80, 85, 90], [claim(90), claim(90, 'bob'), refusal(85), claim(70)]);
    await send([95], [claim(95)], 'sales');
    await send([90], [], 'sales');
    await lookUp(90, 'acted');
    await lookUp(85, 'saved');
    opened.table.deleteExpired(now / 1000 + 89 * 86_400);

    const { rules, kept } = await judge(byScore);
    const counts = { hot: 4, sent: 4, claimed: 2, notForUs: 1, acted: 1, notLookedUp: 2 };
    expect(rules).toEqual([
      {
        column: 'Match Score',
        threshold: 80,
        ...counts,
      },
    ]);
    expect(describeHot({ rules, kept })).toEqual([
      'New signals of the last 90 days:',
      'Match Score at least 80: 4 hot, 2 claimed, 1 not for us, 1 acted on.',
      '  4 sent, 2 of them not looked up.',
    ]);
  });

  it('leaves out what was there before, what is older, what had closed, and digests that were not delivered', async () => {
    await record(81, { ...scored(81), baseline: true });
    await record(82, { ...scored(82), firstSeenAt: now - 91 * day });
    await record(83, {
      content: exampleRow(83, { columns: { 'Match Score': 83, 'Due Date': '2026-11-01' } }),
    });
    await record(84, scored(84));
    await send([84], [claim(84)], 'crm', false);

    const { rules, kept } = await judge(byScore);
    expect(rules).toMatchObject([{ hot: 1, sent: 0, claimed: 0 }]);
    expect(describeHot({ rules, kept }).at(-1)).toBe('1 more signal would be hot, but Due Date had passed.');
  });
});

describe('the rule of the Hotness order', () => {
  it('counts what stands among its places', async () => {
    for (const rank of [1, 2, 3, 4]) {
      const hotBecause = [{ rule: 'rank', rank, of: 20 }] as const;
      await record(rank, { hot: true, hotnessRank: rank, hotBecause });
    }
    const before = { baseline: true, hot: true, hotBecause: [{ rule: 'rank', rank: 1, of: 20 }] } as const;
    await record(6, before);
    await send([2, 3], [claim(2)]);

    const judged = await judge({ topByHotness: 3, columns: [] });
    expect(judged.rules).toMatchObject([{ column: null, threshold: 3, hot: 3, sent: 2, claimed: 1 }]);
    expect(describeHot(judged)[1]).toMatch(/^Top 3: 3 hot/);
  });
});

it('what was sent is read of one route alone, where a recap asks for it', async () => {
  await send([1, 2]);
  await send([2, 3], [], 'sales');
  const span = { since: now - day, until: now };
  const sent = await readSent(
    { ledger: opened.ledger },
    (id) => id === 'sales',
    span,
    () => true,
  );
  expect(sent.map(({ signalId }) => signalId).sort()).toEqual([2, 3].map(idOf));
});

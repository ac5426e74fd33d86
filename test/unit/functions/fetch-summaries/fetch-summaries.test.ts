import { describe, expect, it } from 'vitest';
import { fetchSummaries } from '../../../../functions/fetch-summaries/fetch-summaries.ts';
import { createHandler } from '../../../../functions/fetch-summaries/handler.ts';
import { makeSqsEvent } from '../../../../machine/queues/work-queue.ts';
import { HttpStatusError, TransportError, UpstreamPausedError } from '../../../../shared/domain/errors.ts';
import { exampleSummary } from '../../../support/examples/example-digest.ts';
import { buyerA } from '../../../support/examples/example-signals.ts';
import { benchNow as now, openFunctions } from '../../../support/functions/open-functions.ts';

type Answer = 'ready' | 'none' | 'pending' | Error;

const { score, scoreReasoning, generatedAt, ...blocks } = exampleSummary();
const down = new TransportError('CONNECTION_FAILED', 'getBuyerSummary: no connection');
const refused = new HttpStatusError(403, 'getBuyerSummary: the service answered 403');

/** Buyers whose summaries are wanted, and what the API answers for each. */
async function open(answers: Readonly<Record<string, Answer>>) {
  const asked: [string, number | undefined][] = [];
  let underWay = 0;
  let most = 0;
  const bench = openFunctions({
    api: {
      async getBuyerSummary(buyerId, { deadline } = {}) {
        asked.push([buyerId, deadline]);
        underWay += 1;
        most = Math.max(most, underWay);
        await Promise.resolve();
        underWay -= 1;
        const answer = answers[buyerId];
        if (answer instanceof Error) throw answer;
        const summary = answer === 'ready' ? { summary: blocks, score, scoreReasoning, generatedAt } : {};
        return { buyerId, needsRegeneration: answer === 'pending', ...summary };
      },
    },
  });
  const buyerIds = Object.keys(answers);
  for (const buyerId of buyerIds) await bench.ledger.summaries.request(buyerId, now, now + 600_000);
  return {
    ...bench,
    asked,
    mostAtOnce: () => most,
    fetch: (more: readonly string[] = [], wanted = false) =>
      fetchSummaries(bench.ports, { buyerIds: [...buyerIds, ...more], wanted, deadline: 77 }),
    stored: (buyerId: string) => bench.table.peek({ pk: `B#${buyerId}`, sk: 'SUMMARY' }),
  };
}

describe('fetching summaries', () => {
  it('stores each answer, and has what waited for it composed', async () => {
    const { fetch, stored, ledger, observed, queued } = await open({ a: 'ready', b: 'none', c: 'pending' });
    expect(await fetch()).toEqual({ ready: ['a'], none: ['b'], pending: ['c'], skipped: [], failed: [] });
    expect(await ledger.summaries.read('a')).toMatchObject({ state: 'ready', summary: exampleSummary() });
    expect([stored('b'), stored('c')]).toMatchObject([{ state: 'NONE' }, { state: 'WANTED' }]);
    expect(observed.map(({ kind }) => kind)).toEqual(Array(3).fill('summary-fetched'));
    expect(queued.compose).toEqual([{ immediate: true }, { immediate: true }]);
  });

  it('asks again after ten seconds, then twenty, and a minute at most, with jitter below', async () => {
    const { fetch, stored, time } = await open({ a: 'pending' });
    const pauses: number[] = [];
    for (let ask = 0; ask < 5; ask += 1) {
      await fetch();
      const dueAt = Number(stored('a')?.dueAt);
      pauses.push(dueAt - time.now);
      time.now = dueAt;
    }
    expect(pauses).toEqual([7_500, 15_000, 30_000, 45_000, 45_000]);
  });

  it('asks again after a call that failed, and reports it', async () => {
    const { fetch, stored, observed } = await open({ a: down, b: 'ready' });
    const problem = 'getBuyerSummary: no connection';
    expect(await fetch()).toMatchObject({ ready: ['b'], failed: [{ buyerId: 'a', problem }] });
    expect(stored('a')).toMatchObject({ state: 'WANTED', dueAt: now + 7_500 });
    expect(observed).toContainEqual({ kind: 'summary-failed', buyerId: 'a', problem });
  });

  it('asks again no sooner than the pause of upstream ends', async () => {
    const { fetch, stored } = await open({ a: new UpstreamPausedError('failing', now + 300_000) });
    await fetch();
    expect(stored('a')).toMatchObject({ state: 'WANTED', dueAt: now + 300_000 });
  });

  it('gives up one that is refused until it is wanted again, and composes what waited', async () => {
    const { fetch, stored, observed, queued } = await open({ a: refused });
    const problem = expect.stringContaining("requested again with the buyer's next hot signal");
    expect(await fetch()).toMatchObject({ none: [], failed: [{ buyerId: 'a', problem }] });
    expect(stored('a')).toMatchObject({ state: 'GIVEN_UP' });
    expect(observed).toEqual([{ kind: 'summary-failed', buyerId: 'a', problem }]);
    expect(queued.compose).toHaveLength(1);
  });

  it('asks for each buyer once, four at a time, within its time', async () => {
    const buyerIds = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { fetch, asked, mostAtOnce } = await open(Object.fromEntries(buyerIds.map((id) => [id, 'ready'])));
    await fetch(['a']);
    expect(asked).toEqual(buyerIds.map((buyerId) => [buyerId, 77]));
    expect(mostAtOnce()).toBe(4);
  });

  it('asks by hand for a summary that nobody wanted', async () => {
    const { fetch, stored } = await open({});
    expect(await fetch(['a'])).toMatchObject({ skipped: ['a'] });
    expect(await fetch(['a'], true)).toMatchObject({ none: ['a'] });
    expect(stored('a')).toMatchObject({ state: 'NONE', askUntil: now + 600_000 });
  });

  it('throws an error of our own code once the others were tried', async () => {
    const { fetch, stored } = await open({ a: new TypeError('ours'), b: 'ready' });
    await expect(fetch()).rejects.toThrow('ours');
    expect([stored('a'), stored('b')]).toMatchObject([
      { state: 'WANTED', leaseUntil: now + 200_000 },
      { state: 'READY' },
    ]);
  });

  it.each([
    ['by hand', { buyerIds: [buyerA.toUpperCase()] }],
    [
      'by a message',
      makeSqsEvent([{ messageId: 'm', body: JSON.stringify({ buyerId: buyerA.toUpperCase() }) }]),
    ],
  ])('asks once for a known buyer by its id in capitals: %s', async (_, event) => {
    const { ports, asked, table } = await open({ [buyerA]: 'none' });
    await createHandler(ports)(event, { getRemainingTimeInMillis: () => 300_000 });
    expect(asked.map(([buyerId]) => buyerId)).toEqual([buyerA]);
    expect([...table.all()].filter(({ pk }) => pk.includes(buyerA.toUpperCase()))).toEqual([]);
  });
});

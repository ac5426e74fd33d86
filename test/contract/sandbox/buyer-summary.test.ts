import { expect, test } from 'vitest';
import type { BuyerSummaryBlock } from '../../../shared/bridge-api/index.ts';
import { createSandboxCalls, start } from './sandbox-calls.ts';

async function withSignals() {
  const calls = createSandboxCalls();
  const buyerId = calls.buyerId();
  await calls.add({ buyerId, count: 4 });
  return { calls, buyerId };
}

test('a ready summary is fresh, and each source names a row of its bridge', async () => {
  const { calls, buyerId } = await withSignals();
  await calls.control(`summaries/${buyerId}`, { state: 'ready' });

  const { status, body } = await calls.summary(buyerId);

  expect(status).toBe(200);
  const generatedAt = new Date(start).toISOString();
  expect(body).toMatchObject({ buyerId, needsRegeneration: false, generatedAt });
  const blocks: (BuyerSummaryBlock | null | undefined)[] = Object.values(body.summary ?? {});
  const sources = blocks.flatMap((block) =>
    (block?.sections ?? []).flatMap((section) => section.sources ?? []),
  );
  expect(sources.length).toBeGreaterThan(2);
  for (const source of sources) {
    const { body: rows } = await calls.rows(String(source.triggerId), {}, '?pageSize=100');
    const row = rows.result.find(({ rowId }) => rowId === source.entryId);
    expect(row).toMatchObject({ name: source.entryName, buyerId });
  }
});

test('a summary that is being generated is null, then ready after the delay from the first ask', async () => {
  const { calls, buyerId } = await withSignals();
  await calls.control(`summaries/${buyerId}`, { state: 'generating', readyAfterMs: 5_000 });
  calls.clock.now += 60_000;

  const first = await calls.summary(buyerId);
  calls.clock.now += 4_999;
  const soon = await calls.summary(buyerId);
  calls.clock.now += 1;
  const ready = await calls.summary(buyerId);

  expect(first.body).toMatchObject({
    needsRegeneration: true,
    summary: null,
    score: null,
    generatedAt: null,
  });
  expect(soon.body).toEqual(first.body);
  expect(ready.body.needsRegeneration).toBe(false);
  expect(ready.body.generatedAt).toBe(new Date(calls.clock.now).toISOString());
  expect(ready.body.summary?.whatsRecent?.sections).toHaveLength(2);
});

test('a stale summary is there, says so, and is fresh on a later ask', async () => {
  const { calls, buyerId } = await withSignals();
  await calls.control(`summaries/${buyerId}`, { state: 'stale', readyAfterMs: 1_000 });

  const stale = await calls.summary(buyerId);
  calls.clock.now += 1_000;
  const fresh = await calls.summary(buyerId);

  expect(stale.body.needsRegeneration).toBe(true);
  expect(stale.body.summary).not.toBeNull();
  expect(fresh.body.needsRegeneration).toBe(false);
  expect(String(fresh.body.generatedAt) > String(stale.body.generatedAt)).toBe(true);
});

test('a buyer without a row is untracked until a signal arrives', async () => {
  const calls = createSandboxCalls();
  const buyerId = calls.buyerId();

  const untracked = await calls.summary(buyerId);
  await calls.add({ buyerId });
  const tracked = await calls.summary(buyerId);

  expect(untracked).toMatchObject({ status: 404, body: { code: 'resource.buyer.summary.empty' } });
  expect(tracked.status).toBe(200);
});

test('a seeded sandbox has summaries of every kind, and an untracked buyer', async () => {
  const calls = createSandboxCalls({ buyers: 60, signals: 800 });

  const answers = await Promise.all(calls.world.buyers.map(({ buyerId }) => calls.summary(buyerId)));

  const kindOf = ({ status, body }: (typeof answers)[number]) =>
    status === 404 ? 'none' : body.summary === null ? 'generating' : `stale: ${body.needsRegeneration}`;
  expect([...new Set(answers.map(kindOf))].sort()).toEqual([
    ...['generating', 'none', 'stale: false', 'stale: true'],
  ]);
});

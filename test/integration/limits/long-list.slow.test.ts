import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalHandlers } from '../../../machine/pipeline/handlers.ts';
import { openState } from '../../../machine/pipeline/open-state.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { type LimitsBench, secrets, startLimitsBench } from './limits-bench.ts';
import { item, listOf, uuidOf } from './listing-upstream.ts';

const buyer = 'b0000000-0000-4000-8000-00000000000a';
const total = 5_000;
const items = Array.from({ length: total }, (_, index) => item(index));

let bench: LimitsBench;
let state: ReturnType<typeof openState>;
beforeAll(async () => {
  bench = await startLimitsBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  state = openState(bench.newState());
  bench.upstream.calls.length = 0;
});

/** Of an invocation's time 10 s are kept back, and a page is begun only with 15 s left. */
const pageTimeMs = 25_000;

/** Polls the buyer until a scan of it is accepted, or so many times; each invocation may begin pages for so long. */
async function pollInPieces(readingMs: number, mostPolls: number) {
  const observations: Observation[] = [];
  const handlers = createLocalHandlers({
    config: bench.config({ watch: { buyers: [buyer], firstRun: 'send-all' } }),
    secrets,
    observe: (observation) => observations.push(observation),
    ledger: state.ledger,
    queue: () => ({ send: async () => undefined }),
    flush: state.flush,
  });
  const polls: { readonly pages: number; readonly outbox: number }[] = [];
  const accepted = () => observations.some(({ kind }) => kind === 'buyer-polled');
  while (!accepted() && polls.length < mostPolls) {
    const before = bench.upstream.calls.length;
    const end = Date.now() + pageTimeMs + readingMs;
    await handlers['poll-signals'](
      { buyerIds: [buyer] },
      { getRemainingTimeInMillis: () => end - Date.now() },
    );
    const outbox = (await state.ledger.readOutbox('one', total * 2)).length;
    polls.push({ pages: bench.upstream.calls.length - before, outbox });
  }
  return { polls, observations };
}

const rowIds = (entries: readonly OutboxEntry[]) => entries.map(({ signal }) => signal?.rowId).sort();

describe('a list of 5,000 signals', () => {
  it('is read to its end over several invocations when the time of one does not suffice', async () => {
    bench.upstream.lists.set(buyer, listOf(items));

    const { polls, observations } = await pollInPieces(800, 60);
    const entries = await state.ledger.readOutbox('one', total * 2);
    const known = await state.ledger.readBuyer(buyer);
    state.close();

    expect(polls.length).toBeGreaterThan(1);
    for (const [index, { outbox }] of polls.entries())
      expect(outbox).toBeGreaterThan(polls[index - 1]?.outbox ?? 0);
    expect(rowIds(entries)).toEqual(items.map((_, index) => uuidOf(index)).sort());
    expect(observations).toContainEqual(
      expect.objectContaining({ kind: 'buyer-polled', accepted: true, readings: 1, listed: total }),
    );
    expect(known.state).toBe('LIVE');
    expect(known.cutOff).toBeUndefined();
    // No page twice, but for those whose signals were not recorded yet when the time ran out.
    expect(bench.upstream.calls.length).toBeLessThan(total / 20 + polls.length * 11);
  });

  it('is not accepted when it moved between two invocations; what it shows is recorded all the same', async () => {
    let shown = items;
    bench.upstream.lists.set(buyer, (page, size) => listOf(shown)(page, size));

    const first = await pollInPieces(800, 1);
    shown = [item(total), ...items];
    const then = await pollInPieces(100_000, 1);
    const entries = await state.ledger.readOutbox('one', total * 2);
    state.close();

    expect(first.polls[0]?.outbox).toBeLessThan(total);
    // The pieces don't fit together, so the same invocation reads all of it again.
    expect(then.observations).toContainEqual(
      expect.objectContaining({ kind: 'buyer-polled', accepted: true, readings: 2, listed: total + 1 }),
    );
    expect(rowIds(entries)).toEqual(shown.map((_, index) => uuidOf(index)).sort());
  });
});

import { describe, expect, it } from 'vitest';
import { readChangedRows } from '../../../../functions/plan-polls/read-changed-rows.ts';
import type { BridgeRow, Page } from '../../../../shared/bridge-api/index.ts';
import {
  ContractError,
  HttpStatusError,
  TransportError,
  UpstreamPausedError,
} from '../../../../shared/domain/errors.ts';
import type { BridgeMark } from '../../../../shared/domain/polling/poll-plan.ts';
import { bridgeId, exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { benchNow as now, openFunctions } from '../../../support/functions/open-functions.ts';

const minuteMs = 60_000;
const status = (code: number): HttpStatusError => new HttpStatusError(code, `answered ${code}`);

/** Looked at a quarter of an hour ago, when the newest row had just changed. */
const lately: BridgeMark = {
  bridgeId,
  seenAt: now,
  lookedAt: now - 15 * minuteMs,
  newestRowAt: now - 15 * minuteMs,
  newestSeenAt: now - 15 * minuteMs,
  unsortedAt: null,
  failingSince: null,
  wholeAt: null,
};
const never: BridgeMark = { ...lately, lookedAt: null, newestRowAt: null, newestSeenAt: null };

const buyerOf = (ago: number | string) => `00000000-0000-4000-8000-${String(ago).padStart(12, '0')}`;

/** Rows by how many minutes ago they changed, which names their buyer too; text stands for itself. */
function pages(...minutes: readonly (readonly (number | string)[])[]): Page<BridgeRow>[] {
  return minutes.map((rows, index) => ({
    pageNumber: index + 1,
    pageSize: 20,
    totalPages: minutes.length,
    totalItems: minutes.flat().length,
    servedAt: now,
    unreadable: [],
    result: rows.map((ago, place) => ({
      rowId: `${index}-${place}`,
      buyerId: buyerOf(ago),
      updatedAt: typeof ago === 'string' ? ago : new Date(now - ago * minuteMs).toISOString(),
    })) as unknown as BridgeRow[],
  }));
}

async function look(
  mark: BridgeMark,
  answers: readonly (Page<BridgeRow> | Error)[],
  recorded: readonly number[] = [],
) {
  let read = 0;
  const { ports, ledger } = openFunctions({
    api: {
      async *bridgeRowPages() {
        for (const answer of answers) {
          read += 1;
          if (answer instanceof Error) throw answer;
          yield answer;
        }
      },
    },
  });
  for (const place of recorded) {
    await ledger.signals.record(exampleNewSignal(place, { signalId: `${bridgeId}#0-${place}` }));
  }
  const seen = await readChangedRows(ports, mark, { deadline: Number.POSITIVE_INFINITY, mostPages: 3 });
  return { ...seen, read };
}

describe('a look at the rows of a bridge', () => {
  it('names the buyers of the rows that changed since the last one, and in the hour before it', async () => {
    const { named, problem, mark, read } = await look(lately, pages([1, 20, 74, 90], [100]));
    expect(named).toEqual(new Set([buyerOf(1), buyerOf(20), buyerOf(74)]));
    expect(problem).toBeNull();
    expect(mark).toMatchObject({ lookedAt: now, newestRowAt: now - minuteMs, newestSeenAt: now });
    expect(read).toBe(1);
  });

  it('names no buyer by a row whose signal is recorded, and tells it apart from the others', async () => {
    const { named, buyers } = await look(lately, pages([1, 20, 90]), [0]);
    expect(named).toEqual(new Set([buyerOf(20)]));
    expect(buyers).toEqual(new Set([buyerOf(1), buyerOf(20)]));
  });

  it('reads on while every row of a page changed lately', async () => {
    const { named, read } = await look(lately, pages([1, 2], [3, 200], [300]));
    expect(named).toEqual(new Set([buyerOf(1), buyerOf(2), buyerOf(3)]));
    expect(read).toBe(2);
  });

  it('only learns what the newest row is the first time', async () => {
    const { named, problem, mark, read } = await look(never, pages([5, 90], [100]));
    expect([named, problem, read]).toEqual([new Set(), 'first-look', 1]);
    expect(mark).toMatchObject({ lookedAt: now, newestRowAt: now - 5 * minuteMs });
  });

  it('counts a bridge without rows as looked at', async () => {
    const empty = await look(never, pages([]));
    expect(empty.mark.newestRowAt).toBe(0);
    expect((await look(empty.mark, pages([1]))).named).toEqual(new Set([buyerOf(1)]));
  });

  it("tells what lies ahead by the service's clock, and by ours where the answer has no time", async () => {
    const behindMs = 90 * minuteMs;
    const by = async (servedAt: number | null) => {
      const rows = pages([1, 95], [100]).map((page) => ({ ...page, servedAt }));
      return (await look({ ...lately, newestRowAt: now - behindMs }, rows)).mark.newestRowAt;
    };
    expect(await by(now - behindMs)).toBe(now - behindMs);
    expect(await by(null)).toBe(now - minuteMs);
  });

  it('stops where too much changed', async () => {
    const { problem, mark, read } = await look(lately, pages([1], [2], [3], [4]));
    expect([problem, read]).toEqual(['too-many', 3]);
    expect(mark.lookedAt).toBe(now);
  });

  it('is not too much when it ends with the last page that may be read', async () => {
    expect((await look(lately, pages([1], [2], [3]))).problem).toBeNull();
  });
});

describe('rows that tell nothing', () => {
  it.each([
    ['in the order of their age', pages([400, 300, 200], [100, 1])],
    ['without a time that can be read', pages([1, 'yesterday'], [100])],
    ['without a time', pages([1, ''], [100])],
  ])('are %s, and that is remembered for a day', async (_, answers) => {
    const { named, problem, mark } = await look(lately, answers);
    expect([named, problem]).toEqual([new Set(), 'unsorted']);
    expect(mark).toEqual({ ...lately, unsortedAt: now });
    const asked = await look({ ...mark, unsortedAt: now - 1_439 * minuteMs }, pages([1]));
    expect([asked.problem, asked.read]).toEqual(['unsorted', 0]);
    const again = await look({ ...mark, unsortedAt: now - 1_440 * minuteMs }, pages([1]));
    expect([again.problem, again.mark.unsortedAt]).toEqual([null, null]);
  });

  it('are told from rows that changed just now and stand where they stood before', async () => {
    expect((await look(lately, pages([300, 310, 2, 320], [400]))).problem).toBeNull();
  });

  it('are told from a bridge whose rows all fit on one page, in whatever order', async () => {
    const { named, problem } = await look(lately, pages([400, 3, 300]));
    expect([named, problem]).toEqual([new Set([buyerOf(3)]), null]);
  });
});

describe('a look that fails', () => {
  it.each([
    ['500', status(500)],
    ['a timeout', new TransportError('TIMEOUT', 'timed out')],
    ['garbage', new ContractError('not JSON')],
    ['429', status(429)],
    ['400, though the service had the sort', status(400)],
    ['403', status(403)],
    ['404', status(404)],
    ['401', status(401)],
  ])('by %s holds for its tick alone, and for an hour is remembered for another', async (_, error) => {
    const { named, problem, mark, failure } = await look(lately, [error]);
    expect([named, problem, failure]).toEqual([new Set(), 'failed', error]);
    expect(mark).toEqual({ ...lately, failingSince: now });
    const again = await look(mark, pages([1]));
    expect([again.problem, again.mark.failingSince]).toEqual([null, null]);

    const soon = await look({ ...lately, failingSince: now - 59 * minuteMs }, [error]);
    expect(soon).toMatchObject({ problem: 'failed', mark: { unsortedAt: null } });
    const lasting = await look({ ...lately, failingSince: now - 60 * minuteMs }, [error]);
    expect(lasting).toMatchObject({ problem: 'unsorted', mark: { unsortedAt: now } });
    const later = await look({ ...lasting.mark, unsortedAt: now - 60 * minuteMs }, pages([1]));
    expect(later).toMatchObject({ problem: null, mark: { unsortedAt: null, failingSince: null } });
  });

  it.each([
    [400, 'unsorted', { unsortedAt: now }],
    [422, 'unsorted', { unsortedAt: now }],
    [403, 'failed', { failingSince: now }],
    [404, 'failed', { failingSince: now }],
  ])('by %i at a bridge that no look has read leaves it %s', async (code, kind, over) => {
    const { problem, mark } = await look(never, [status(code)]);
    expect([problem, mark]).toEqual([kind, { ...never, ...over }]);
    // An answer about the sort is no failure that lasts.
    const { mark: known } = await look({ ...never, failingSince: now - minuteMs }, [status(code)]);
    expect(known.failingSince).toBe(kind === 'unsorted' ? null : now - minuteMs);
  });

  it.each([
    ['a paused service', new UpstreamPausedError('failing', now)],
    ['a fault of ours', new TypeError('ours')],
  ])('by %s is no fault of the rows', async (_, error) => {
    await expect(look(lately, [error])).rejects.toBe(error);
  });
});

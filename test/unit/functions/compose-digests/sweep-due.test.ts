import { describe, expect, it } from 'vitest';
import { sweepDue } from '../../../../functions/compose-digests/sweep-due.ts';
import { measure } from '../../../bench/benches/owners.bench.ts';
import { efforts, medianOf } from '../../../bench/report/figure.ts';
import { openComposing } from '../../../support/functions/open-composing.ts';
import type { LedgerChanges } from '../../../support/ledger/change-ledger.ts';

const slot = '2026-11-21T08:05:00.000Z';
const part = (routeId: string, number: number) => ({ routeId, slot, part: number });
const nothingDue = { digests: [], summaries: [], values: [] };

function open(ledger: LedgerChanges = {}) {
  const bench = openComposing([], { ledger });
  const sweep = (dryRun = false) => sweepDue(bench.ports, { slot, dryRun });
  return Object.assign(bench, { sweep });
}

describe('the sweep', () => {
  it('queues what is due once more', async () => {
    const due = {
      ...nothingDue,
      digests: [part('crm', 1)],
      summaries: ['buyer'],
      values: ['buyer', 'other'],
    };
    const { sweep, queued, observed, ledger } = open({ due: { list: async () => due } });

    expect(await sweep()).toMatchObject({ digests: 1, summaries: 1 });
    const poll = (buyerId: string) => ({ slot, buyerIds: [buyerId], values: true });
    expect(queued).toEqual({
      delivery: [part('crm', 1)],
      summary: [{ buyerId: 'buyer' }],
      poll: [poll('buyer'), poll('other')],
      compose: [],
      events: [],
      urgent: [],
      clicks: [],
    });
    // For tables older than the registry.
    expect(await ledger.routes.list()).toMatchObject([{ routeId: 'crm' }]);
    expect(observed).toMatchObject([{ kind: 'swept', digests: 1, summaries: 1 }]);
  });

  it('takes a few of each route in turn, so that the backlog of one delays no other', async () => {
    const many = Array.from({ length: 116 }, (_, index) => part('crm', index + 1));
    const due = { ...nothingDue, digests: [...many, part('sales', 1), part('sales', 2)] };
    const { sweep, queued } = open({ due: { list: async () => due } });

    expect(await sweep()).toMatchObject({ digests: 52 });
    expect(queued.delivery.slice(0, 5)).toEqual([
      part('crm', 1),
      part('sales', 1),
      part('crm', 2),
      part('sales', 2),
      part('crm', 3),
    ]);
    expect(queued.delivery).toHaveLength(52);
  });

  it('in a dry run sends, writes and tells nothing', async () => {
    const due = { ...nothingDue, digests: [part('crm', 1)], summaries: ['buyer'] };
    const { sweep, table, queued, observed } = open({ due: { list: async () => due } });
    expect(await sweep(true)).toMatchObject({ digests: 1, summaries: 1 });
    expect([...table.all()]).toEqual([]);
    expect([queued.delivery, queued.summary, queued.poll, observed]).toEqual([[], [], [], []]);
  });
});

it('a sweep makes two reads for each of 200 routes, two more every five minutes, and few others', async () => {
  const progress = { step: () => undefined, end: () => undefined };
  const { figures } = await measure(() => progress, efforts.once);
  const { goal, samples = [] } = figures.find(({ id }) => id === 'owners/reads') ?? {};
  expect(medianOf(samples)).toBeLessThanOrEqual(goal?.value ?? 0);
});

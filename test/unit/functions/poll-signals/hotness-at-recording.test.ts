import { describe, expect, it } from 'vitest';
import { entryKey, signalKey } from '../../../../shared/ledger/items/keys.ts';
import { bridgeId, buyerA, rowUuid } from '../../../support/examples/example-signals.ts';
import { type Listed, openHandler, routeOf } from '../handler-bench.ts';

const routes = [
  routeOf('hot', { hot: true }),
  routeOf('cold', { hot: false }),
  routeOf('all', {}),
  routeOf('elsewhere', { hot: true, bridges: ['5e2f1e6e-0000-4000-8000-000000000009'] }),
];
const byScore = { topByHotness: 0, columns: [{ name: 'Match Score', atLeast: 80 }] };
const event = { buyerIds: [buyerA] };
const cell = (value: unknown, status: string) => ({ value, status, processedAt: null });

function listing(rows: Listed) {
  return openHandler(new Map([[buyerA, rows]]), { hot: byScore, routes });
}

describe('a signal whose score is still being worked out', () => {
  it('is written down as not hot, with its values and no word of a status, and waits for no summary', async () => {
    const { poll, waiting, table, outboxKeys, queued } = listing({
      1: { 'Match Score': cell(null, 'Queued') },
    });

    expect(await poll(event)).toMatchObject({ recorded: 1, hot: 0 });

    expect(['hot', 'cold', 'all', 'elsewhere'].map(waiting)).toEqual([[], [], [1], []]);
    expect(queued.summary).toEqual([]);
    expect(table.peek(signalKey(`${bridgeId}#${rowUuid(1)}`))).toMatchObject({ hot: false });
    const entry = table.peek(entryKey('all', outboxKeys('all')[0] ?? ''));
    expect(entry).toMatchObject({ hot: false, hotUnknown: true });
    expect(JSON.stringify(entry)).toContain('Match Score');
    expect(JSON.stringify(entry)).not.toContain('Queued');
  });

  it('is told so by a dry run', async () => {
    const { poll } = listing({ 1: { 'Match Score': cell(null, 'Queued') } });

    const answer = await poll({ ...event, dryRun: true });

    expect(answer).toMatchObject({
      wouldRecord: [{ hot: false, routeIds: ['all'], waitsFor: ['Match Score'] }],
    });
  });
});

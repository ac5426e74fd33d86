import { describe, expect, it } from 'vitest';
import { startRunBench } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(async () => {
  const opened = await startRunBench({ buyers: 3, signals: 30 });
  const state = opened.newState();
  const [watched = ''] = opened.bridgeIds;
  state.configure({
    watch: { buyers: opened.buyerIds, bridges: [watched], firstRun: 'send-all' },
    hot: { topByHotness: 1 },
  });
  return { ...opened, state, watched };
});

describe('`bridges` and `buyers`', () => {
  it('say before the first run that nothing was seen yet', async () => {
    const { state, watched } = bench;

    expect((await state.run(['bridges'])).stdout).toBe(
      `${watched}  (no name seen): 0 signals, in watch.bridges\n`,
    );
    expect((await state.run(['bridges', watched])).stdout).toContain(
      'Its columns are known once a signal of it is recorded.',
    );
    const { stdout } = await state.run(['buyers']);
    expect(stdout).toBe(bench.buyerIds.map((id) => `${id}  (no name seen): 0 signals\n`).join(''));
  });

  it('list names and ids after it, and count all recorded signals', async () => {
    const { sandbox, state, watched } = bench;
    const { signalsRecorded, hotSignals } = JSON.parse((await state.runOnce()).stdout);

    const { bridges } = await state.json('bridges');
    const { buyers } = await state.json('buyers');
    const { stdout } = await state.run(['bridges']);

    const nameOf = new Map(sandbox.world.bridges.map(({ bridgeId, name }) => [bridgeId, name]));
    for (const rows of [bridges, buyers]) {
      const sum = (of: 'signals' | 'hot') =>
        rows.reduce((all: number, row: Record<'signals' | 'hot', number>) => all + row[of], 0);
      expect([sum('signals'), sum('hot')]).toEqual([signalsRecorded, hotSignals]);
    }
    for (const { id, name, signals } of bridges) if (signals > 0) expect(name).toBe(nameOf.get(id));
    expect(bridges.filter((row: { watched: boolean }) => row.watched)).toMatchObject([{ id: watched }]);
    expect(buyers.map(({ id }: { id: string }) => id).sort()).toEqual([...bench.buyerIds].sort());
    expect(stdout).toContain(`${watched}  ${nameOf.get(watched)}: `);
  });

  it("list a bridge's columns by its name, with kinds and examples", async () => {
    const { sandbox, state, watched } = bench;
    const name = sandbox.world.bridges.find(({ bridgeId }) => bridgeId === watched)?.name ?? '';

    const { id, columns } = await state.json('bridges', name.toUpperCase());
    const score = columns.find((column: { name: string }) => column.name === 'Match Score');

    expect(id).toBe(watched);
    expect(score.examples.length).toBeGreaterThan(0);
    for (const example of score.examples) expect(typeof example).toBe('number');
    const { stdout } = await state.run(['bridges', watched]);
    expect(stdout).toMatch(/\n {2}Match Score {20}\w+ +\d+/);
  });
});

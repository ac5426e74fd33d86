import { describe, expect, it } from 'vitest';
import {
  type PlanPollsPorts,
  type PollMessage,
  planPolls,
} from '../../../functions/plan-polls/plan-polls.ts';
import type { Observation } from '../../../shared/domain/observation.ts';

const slot = '2026-11-21T08:00:00.000Z';
const upstreamFault = new Error('upstream');

function open(over: Partial<PlanPollsPorts> = {}) {
  const sent: PollMessage[] = [];
  const observed: Observation[] = [];
  const ports: PlanPollsPorts = {
    clock: { now: () => 0, sleep: async () => undefined },
    observe: (observation) => void observed.push(observation),
    openNews: async (now) => ({ lastNewAt: now - 3_600_000, since: 0 }),
    sendPolls: async (messages) => void sent.push(...messages),
    findBuyers: async (bridgeId) => new Set([`found-${bridgeId}`]),
    knownBuyers: async (bridgeId) => new Set([`known-${bridgeId}`]),
    upstreamProblem: (error) => (error === upstreamFault ? 'upstream is ill' : null),
    pauseProblem: async () => null,
    watch: { buyers: ['b', 'a'], bridges: ['one', 'two'] },
    ...over,
  };
  const plan = (dryRun = false) => planPolls(ports, { slot, dryRun, deadline: Number.POSITIVE_INFINITY });
  return { plan, sent, observed };
}

describe('planning polls', () => {
  it('sends off the buyers of the config and of the bridges, each once', async () => {
    const { plan, sent, observed } = open({ findBuyers: async () => new Set(['a', 'c']) });
    expect(await plan()).toEqual({ slot, buyers: 3, messages: 1, failed: [] });
    expect(sent).toEqual([{ slot, buyerIds: ['a', 'b', 'c'] }]);
    expect(observed).toEqual([{ kind: 'polls-planned', slot, buyers: 3, messages: 1, quietMs: 3_600_000 }]);
  });

  it('tells how long it is quiet from the first tick on where nothing new ever came', async () => {
    const { plan, observed } = open({
      clock: { now: () => 5_000, sleep: async () => undefined },
      openNews: async () => ({ lastNewAt: null, since: 2_000 }),
    });
    await plan();
    expect(observed).toMatchObject([{ kind: 'polls-planned', quietMs: 3_000 }]);
  });

  it('puts ten buyers into a message', async () => {
    const buyers = Array.from({ length: 21 }, (_, index) => `buyer-${String(index).padStart(2, '0')}`);
    const { plan, sent } = open({ watch: { buyers, bridges: [] } });
    await plan();
    expect(sent.map(({ buyerIds }) => buyerIds.length)).toEqual([10, 10, 1]);
    expect(sent.flatMap(({ buyerIds }) => buyerIds)).toEqual(buyers);
  });

  it('polls the known buyers of a bridge that could not be read, and all the others', async () => {
    const findBuyers = async (bridgeId: string) => {
      if (bridgeId === 'one') throw upstreamFault;
      return new Set(['found']);
    };
    const { plan, sent, observed } = open({ findBuyers });
    expect(await plan()).toMatchObject({ failed: [{ bridgeId: 'one', problem: 'upstream is ill' }] });
    expect(sent[0]?.buyerIds).toEqual(['a', 'b', 'found', 'known-one']);
    expect(observed[0]).toEqual({ kind: 'plan-failed', bridgeId: 'one', problem: 'upstream is ill' });
  });

  it('does not pass over a fault of ours', async () => {
    const { plan, sent } = open({ findBuyers: () => Promise.reject(new TypeError('ours')) });
    await expect(plan()).rejects.toThrow('ours');
    expect(sent).toEqual([]);
  });

  it('polls nobody while upstream is paused, and says why', async () => {
    const { plan, sent, observed } = open({ pauseProblem: async () => 'paused until noon' });
    expect(await plan()).toEqual({ slot, buyers: 0, messages: 0, skipped: 'paused until noon', failed: [] });
    expect(sent).toEqual([]);
    expect(observed).toEqual([{ kind: 'polls-skipped', slot, problem: 'paused until noon' }]);
  });

  it('fails when the messages could not be sent', async () => {
    const { plan, observed } = open({ sendPolls: () => Promise.reject(new Error('queue')) });
    await expect(plan()).rejects.toThrow('queue');
    expect(observed).toEqual([]);
  });

  it('in a dry run names whom it would poll, without a call upstream and without a message', async () => {
    const { plan, sent, observed } = open({
      findBuyers: () => Promise.reject(new Error('upstream was called')),
      pauseProblem: async () => 'paused',
    });
    expect(await plan(true)).toMatchObject({ buyerIds: ['a', 'b', 'known-one', 'known-two'] });
    expect([...sent, ...observed]).toEqual([]);
  });
});

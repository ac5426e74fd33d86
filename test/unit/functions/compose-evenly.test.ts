import { describe, expect, it } from 'vitest';
import { hasThreads, rendererFor } from '../../../shared/destinations/destinations.ts';
import { teams } from '../../../shared/destinations/teams/config.ts';
import type { FrozenDigest } from '../../../shared/domain/digests/delivery.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';
import type { KnownSummary, OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { fitsBody } from '../../support/destinations/fits-body.ts';
import { exampleSummary } from '../../support/examples/example-digest.ts';
import { exampleEntry, exampleRow } from '../../support/examples/example-signals.ts';
import { morningRoute } from '../../support/functions/example-routes.ts';
import { type ComposingBench, openComposing } from '../../support/functions/open-composing.ts';

const places: Record<string, DestinationSettings> = {
  'a Slack webhook': { type: 'slack', webhookUrl: { secret: 'HOOK' } },
  'a Slack bot': { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' },
  Teams: teams({ secret: 'FLOW' }),
};
const placeNames = Object.keys(places);
/** How many signals, of which one in so many is hot. */
const crowds = [
  [40, 1],
  [94, 1],
  [150, 3],
  [150, 20],
] as const;

/** Signals of a third as many buyers, as a customer's bridges show them; every `hotEach`th is hot. */
function signalsOf(count: number, hotEach: number): OutboxEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const buyer = index % Math.ceil(count / 3);
    const buyerId = `bbbbbbbb-0000-4000-8000-${String(buyer).padStart(12, '0')}`;
    const hot = index % hotEach === 0;
    return exampleEntry(index, {
      buyerId,
      hot,
      hotnessRank: hot ? 1 + (index % 3) : null,
      hotBecause: hot ? [{ rule: 'rank', rank: 1 + (index % 3), of: 12 }] : [],
      signal: exampleRow(index, {
        buyerId,
        buyerName: `Northfield Unified School District ${buyer}`,
        name: `RFP ${400 + index}: Student Transportation Services`,
        columns: {
          'Due Date': '2026-12-04',
          'Contract Value': 1_250_000 + index,
          'Match Score': 70 + (index % 30),
          'Why It Matters': 'They leave their present supplier in June and look for one with electric buses.',
        },
      }),
    });
  });
}

function composing(entries: readonly OutboxEntry[]): ComposingBench {
  const summary: KnownSummary = { state: 'ready', summary: exampleSummary() };
  return openComposing(entries, { rendererFor, hasThreads, ledger: { readSummary: async () => summary } });
}

async function compose(bench: ComposingBench, to: DestinationSettings): Promise<readonly FrozenDigest[]> {
  await bench.compose({ route: { ...morningRoute, to } });
  return bench.frozen;
}

const settingsOf = (name: string): DestinationSettings => places[name] as DestinationSettings;
const inChannel = (frozen: readonly FrozenDigest[]) => frozen.filter(({ replyTo }) => replyTo === undefined);
const inThread = (frozen: readonly FrozenDigest[]) => frozen.filter(({ replyTo }) => replyTo !== undefined);
const sizes = (frozen: readonly FrozenDigest[]) => frozen.map(({ members }) => members.length);
const ratio = (numbers: readonly number[]) => Math.max(...numbers) / Math.min(...numbers);

const cases = placeNames.flatMap((name) => crowds.map((crowd) => [name, ...crowd] as const));

describe('the messages of a slot', { timeout: 60_000 }, () => {
  it.each(cases)(
    'for %s hold each of %i signals, one in %i hot, about as many in each',
    async (name, count, hotEach) => {
      const entries = signalsOf(count, hotEach);
      const frozen = await compose(composing(entries), settingsOf(name));

      const members = frozen.flatMap((digest) => digest.members);
      expect(members.toSorted()).toEqual(entries.map(({ key }) => key).toSorted());
      const hotKeys = new Set(entries.filter(({ hot }) => hot).map(({ key }) => key));
      expect(members.slice(0, hotKeys.size).every((key) => hotKeys.has(key))).toBe(true);
      for (const digest of frozen) {
        expect(fitsBody(digest.destinationType, digest.body)).toBe(true);
        expect(digest.members.length).toBeLessThanOrEqual(98);
      }
      // However many signals are hot, the first is told with its buyer's summary.
      expect(frozen[0]?.body).toContain('Voters approved 40 million dollars.');
      if (count <= 40 && hotEach > 1) expect(inChannel(frozen)).toHaveLength(1);
      const replies = sizes(inThread(frozen));
      // The first is created with its message, in one transaction: that bounds both together.
      const [first = 0, ...later] = replies;
      if (later.length > 0) {
        expect(first).toBeLessThanOrEqual(Math.max(...later) + 1);
        expect(Math.max(...later) - Math.min(...later)).toBeLessThanOrEqual(1);
      }
      const told = inChannel(frozen).filter((digest) => digest.members.every((key) => hotKeys.has(key)));
      // The first has its hottest whole, and the last some others beside its hot ones.
      if (told.length > 1) expect(ratio(sizes(told))).toBeLessThan(1.25);
    },
  );

  it.each(['a Slack bot', 'Teams'])(
    'for %s come to the same number after a crash between two of them',
    async (name) => {
      const whole = await compose(composing(signalsOf(200, 3)), settingsOf(name));
      const bench = composing(signalsOf(200, 3));
      bench.beforeFreeze = () => {
        if (bench.frozen.length > 0) throw new Error('crash');
      };
      await expect(compose(bench, settingsOf(name))).rejects.toThrow('crash');
      const [first] = bench.frozen;
      bench.beforeFreeze = () => undefined;

      const frozen = await compose(bench, settingsOf(name));

      expect(frozen[0]).toEqual(first);
      expect(frozen.flatMap(({ members }) => members).toSorted()).toEqual(
        whole.flatMap(({ members }) => members).toSorted(),
      );
      expect(frozen).toHaveLength(whole.length);
      expect(new Set(frozen.map(({ digestId }) => digestId)).size).toBe(frozen.length);
    },
  );
});

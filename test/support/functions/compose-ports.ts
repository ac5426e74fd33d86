import type { ComposeDigestsPorts } from '../../../functions/compose-digests/compose-digests.ts';
import type { DigestPointer, FrozenDigest, SlotSoFar } from '../../../shared/domain/digests/delivery.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import { noMessages, type SentMessages } from '../../../shared/domain/routes/pace.ts';
import type { KnownSummary, OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { cronTimes } from '../../../shared/runtime/cron-times.ts';

export const composeNow = Date.parse('2026-11-21T08:00:00Z');

export interface FakeComposing {
  readonly ports: ComposeDigestsPorts;
  /** What waits: a freeze takes its members away. */
  outbox: OutboxEntry[];
  readonly frozen: FrozenDigest[];
  readonly sent: DigestPointer[];
  readonly late: { readonly slot: string; readonly dueAt: number; readonly receipt?: true }[];
  readonly observed: Observation[];
  readonly summaries: Map<string, KnownSummary>;
  /** The messages that count for the route's limit. */
  sentMessages: SentMessages;
  now: number;
  /** Asked before each freeze: true calls it off, as another composer would. */
  isCancelled: () => boolean;
}

/** Composing for one route over an outbox in memory; a body is the content's JSON, and fits when told so. */
export function fakeComposing(
  entries: readonly OutboxEntry[],
  over: Partial<ComposeDigestsPorts> & { readonly fits?: (body: string) => boolean } = {},
): FakeComposing {
  const { fits = () => true, ...ports } = over;
  let waiting = [...entries];
  const gone = new Set<string>();
  const fake: FakeComposing = {
    // Without a pass over thousands of entries at each freeze.
    get outbox() {
      if (gone.size > 0) waiting = waiting.filter(({ key }) => !gone.has(key));
      gone.clear();
      return waiting;
    },
    set outbox(entriesNow) {
      waiting = entriesNow;
      gone.clear();
    },
    frozen: [],
    sent: [],
    late: [],
    observed: [],
    summaries: new Map(),
    sentMessages: noMessages,
    now: composeNow,
    isCancelled: () => false,
    ports: {
      clock: { now: () => fake.now, sleep: async () => undefined },
      observe: (observation) => void fake.observed.push(observation),
      rendererFor: () => ({
        render: (content) => JSON.stringify(content),
        fits: (content) => fits(JSON.stringify(content)),
      }),
      hasThreads: () => false,
      readRoute: async () => ({ state: 'ENABLED' }),
      pageOutbox: async function* () {
        yield [...fake.outbox];
      },
      countHeld: async () => 0,
      countFlood: async () => ({ aside: 0, dropped: 0 }),
      openFlood: async (_, until) => ({ id: until, until }),
      closeFlood: async () => undefined,
      setAside: async () => 0,
      readSummary: async (buyerId) => fake.summaries.get(buyerId),
      digestIdOf: async (routeId, slot, part) => `msg_${routeId}_${slot}_${String(part).padStart(4, '0')}`,
      readSlotSoFar: async (_, slot) => soFar(fake.frozen.filter((one) => one.slot === slot)),
      readColumns: async () => undefined,
      nextSlot: (when, after) => cronTimes(when.cron, when.timezone).next(after),
      keepDamaged: async () => [],
      readSent: async () => fake.sentMessages,
      freeze: async (digest, _, reply, counted) => {
        if (fake.isCancelled()) return false;
        if (counted && counted.before.counted !== fake.sentMessages.counted) return false;
        if (counted) fake.sentMessages = counted.after;
        const digests = reply === undefined ? [digest] : [digest, reply];
        fake.frozen.push(...digests);
        for (const { members } of digests) for (const key of members) gone.add(key);
        return true;
      },
      sendDigests: async (pointers) => void fake.sent.push(...pointers),
      listMutes: async () => [],
      markLate: async ({ slot, receipt }, dueAt) =>
        void fake.late.push({ slot, dueAt, ...(receipt ? { receipt } : {}) }),
      ...ports,
    },
  };
  return fake;
}

function soFar(digests: readonly FrozenDigest[]): SlotSoFar {
  return {
    parts: Math.max(0, ...digests.map(({ part }) => part)),
    messages: digests.filter(({ replyTo }) => replyTo === undefined).length,
    signals: digests.reduce((sum, { members }) => sum + members.length, 0),
    hot: digests.reduce((sum, { hot = 0 }) => sum + hot, 0),
    inQuietHours: digests.reduce((sum, { inQuietHours = 0 }) => sum + inQuietHours, 0),
    buyerIds: [...new Set(digests.flatMap(({ buyerIds = [] }) => buyerIds))],
  };
}

import { describeReason } from '../../../message/digest/hot-reason.ts';
import { dayMs } from '../../../shared/domain/duration.ts';
import {
  type KnownBuyer,
  rememberedDays,
  type SignalRecord,
} from '../../../shared/domain/history/history.ts';
import type { TimeSpan } from '../../../shared/ledger/items/kept.ts';
import { describeChosen, pathOf } from './digests.ts';
import { readMutes } from './now.ts';
import type { PageWorld } from './page-world.ts';

const mostBuyers = 200;
const mostSignals = 200;

/** The watched buyers, by name. */
export async function listBuyers({ ledger }: PageWorld, text: string) {
  const known = await ledger.buyers.listKnown();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ buyerId, name }: KnownBuyer): boolean => {
    const searched = `${name ?? ''} ${buyerId}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  // Buyers without a name come last.
  const nameOf = ({ name, buyerId }: KnownBuyer): string => name ?? `\uffff${buyerId}`;
  const found = known.filter(fits).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  return { buyers: found.slice(0, mostBuyers), found: found.length, known: known.length };
}

/** A buyer's signals, why each is hot, and where each went. */
export async function readBuyer(world: PageWorld, buyerId: string) {
  const { ledger, now } = world;
  const span = { since: now() - rememberedDays * dayMs, until: now() };
  const [records, digests, mutes] = await Promise.all([
    ledger.history.listSignals(span, buyerId),
    findDigests(world, buyerId, span),
    readMutes(ledger, now()),
  ]);
  const isMuted = ({ kind, id }: { kind: string; id: string }) =>
    kind === 'buyer' && id === buyerId.toLowerCase();
  return {
    buyerId,
    name: records.find(({ signal }) => signal?.buyerName)?.signal?.buyerName ?? null,
    mute: mutes.find(isMuted) ?? null,
    signals: records.slice(0, mostSignals).map((record) => describeSignal(record, digests)),
    since: span.since,
  };
}

const mostLookedAt = 1_250;

/** The digest that each signal of a buyer is in, by route and signal: the latest digests only. */
async function findDigests(world: PageWorld, buyerId: string, span: TimeSpan) {
  const found = new Map<string, { readonly digest: string | null; readonly chosen: readonly string[] }>();
  let lookedAt = 0;
  for await (const entry of world.ledger.history.readDigests(span)) {
    const isOfBuyer = entry.buyers.some((buyer) => buyer.buyerId === buyerId);
    for (const id of isOfBuyer ? entry.signalIds : [])
      found.set(`${entry.routeId} ${id}`, {
        digest: pathOf(entry),
        chosen: describeChosen(world, entry, id),
      });
    lookedAt += 1;
    if (lookedAt === mostLookedAt) break;
  }
  return found;
}

function describeSignal(record: SignalRecord, digests: Awaited<ReturnType<typeof findDigests>>) {
  const { signalId, firstSeenAt, hot, hotBecause, notSent, verdicts, signal } = record;
  const [bridgeId = '', rowId = ''] = signalId.split(/#(.*)/s);
  return {
    bridgeId,
    rowId,
    firstSeenAt,
    hot,
    notSent,
    name: signal?.name ?? null,
    bridgeName: signal?.bridgeName ?? null,
    hotBecause: describeReason({ hotBecause, bridgeId }, { columns: new Map() }, true),
    routes: verdicts.map(({ routeId, takes, because }) => ({
      routeId,
      takes,
      because,
      ...(digests.get(`${routeId} ${signalId}`) ?? { digest: null, chosen: [] }),
    })),
  };
}

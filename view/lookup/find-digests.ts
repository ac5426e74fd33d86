import { rendererFor } from '../../message/destinations.ts';
import { withoutContacts } from '../../message/slack/blocks.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import { matchDigestId } from '../../shared/domain/digests/digest-id.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import { type DigestEntry, rememberedDays } from '../../shared/domain/history/history.ts';
import { isDestinationKind } from '../../shared/domain/routes/destination-kinds.ts';
import { showsContacts, zoneIn } from '../../shared/domain/routes/route-view.ts';
import type { LookupPorts } from './ports.ts';

export interface DigestQuery {
  readonly routeId?: string | undefined;
  /** A buyer's id, or words of its name. */
  readonly buyer?: string | undefined;
  /** Only those of which an attempt failed, also if a later one delivered them. */
  readonly failed?: boolean | undefined;
  /** `delivered`, `waiting`, `failed` for good or `discarded`. */
  readonly status?: string | undefined;
  /** Words of the headline, of a buyer's name, or the beginning of a digest's id. */
  readonly text?: string | undefined;
}

/** The latest digests since then that fit, at most `most`, and whether more fit: no page is read behind them. */
export async function listDigests(ports: LookupPorts, query: DigestQuery, since: number, most: number) {
  const found: DigestEntry[] = [];
  for await (const entry of ports.ledger.history.readDigests({ since, until: ports.now + dayMs })) {
    if (fitsDigest(entry, query)) found.push(entry);
    if (found.length > most) break;
  }
  const digests = await inParallel(found.slice(0, most), 8, (entry) => reportDigest(ports, entry));
  return { digests, more: found.length > most };
}

/** Whether an attempt failed, also if a later one delivered the digest. */
export function hasFailed({ state, attempts }: Pick<DigestEntry, 'state' | 'attempts'>): boolean {
  const failures = ['retry', 'gone', 'dead', 'unknown'];
  return state === 'DEAD' || attempts.some(({ outcome }) => failures.includes(outcome));
}

export function fitsDigest(entry: DigestEntry, query: DigestQuery): boolean {
  const { digestId, routeId, buyers, headline } = entry;
  if (query.routeId !== undefined && routeId !== query.routeId) return false;
  if (query.status !== undefined && statusOf(entry) !== query.status) return false;
  if (query.failed === true && !hasFailed(entry)) return false;
  const names = buyers.map(({ buyerId, name }) => `${buyerId} ${name ?? ''}`);
  if (query.buyer && !names.some((name) => hasWords(name, query.buyer))) return false;
  const shown = buyers.map(({ name }) => name ?? '');
  return hasWords([headline, ...shown, digestId, digestId.replace('msg_', '')].join(' '), query.text);
}

/** Whether a text has all of these words, or parts of words. */
function hasWords(text: string, words = ''): boolean {
  const searched = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

function statusOf({ state }: DigestEntry): string {
  if (state === 'DELIVERED') return 'delivered';
  if (state === 'DEAD') return 'failed';
  return state === 'DISCARDED' ? 'discarded' : 'waiting';
}

/** The digest with that id, or with these first 8 letters of it as messages show them; null if it is not kept. */
export async function findDigest(ports: LookupPorts, id: string) {
  const { ledger, now } = ports;
  const isId = matchDigestId(id);
  // An undelivered digest is remembered for longer.
  const span = { since: now - 2 * rememberedDays * dayMs, until: now + dayMs };
  for await (const entry of ledger.history.readDigests(span)) {
    if (!isId(entry.digestId)) continue;
    const stored = await readStored(ports, entry);
    const members = await inParallel(entry.signalIds, 8, async (signalId) => {
      const { name = null, buyerName = null } =
        (await ledger.history.findSignal(signalId))?.record?.signal ?? {};
      return { signalId, name, buyerName };
    });
    const nextAttemptAt = stored?.state === 'FROZEN' && stored.dueAt ? isoTime(stored.dueAt) : null;
    const { body = null, plainBody } = stored ?? {};
    const { destinationType: type } = entry;
    const isKnown = body !== null && isDestinationKind(type);
    const message = isKnown ? rendererFor(type).formatBody(body, plainBody) : null;
    return { ...(await reportDigest(ports, entry)), nextAttemptAt, body, message, members };
  }
  return null;
}

/** The digest as its destination gets it: where others than its owner read it, the sender leaves the contacts out. */
export async function readStored(
  { ledger, config }: Pick<LookupPorts, 'ledger' | 'config'>,
  pointer: DigestPointer,
) {
  const stored = await ledger.digests.read(pointer);
  const taker = config.routes.find(({ id }) => id === stored?.instead);
  if (stored === null || stored.instead === null || (taker && showsContacts(taker))) return stored;
  return { ...stored, body: withoutContacts(stored.body) };
}

export type ReportedDigest = Awaited<ReturnType<typeof reportDigest>>;

/** Times in ISO 8601. An entry does not change when an attempt begins: the digest itself says so. */
export async function reportDigest({ ledger, config }: LookupPorts, digest: DigestEntry) {
  const { createdAt, deliveredAt, attempts, clicks, followed: _, ...entry } = digest;
  const isSending = entry.state === 'FROZEN' && (await ledger.digests.read(digest))?.state === 'SENDING';
  return {
    ...entry,
    state: isSending ? ('SENDING' as const) : entry.state,
    createdAt: isoTime(createdAt),
    timezone: zoneIn(config.routes, entry.routeId),
    deliveredAt: deliveredAt === null ? null : isoTime(deliveredAt),
    attempts: attempts.map((attempt) => ({ ...attempt, at: isoTime(attempt.at) })),
    clicks: clicks.map(({ signalId, kind, by, at, until }) => ({
      signalId,
      kind,
      by,
      at: isoTime(at),
      until: until === undefined ? null : isoTime(until),
    })),
  };
}

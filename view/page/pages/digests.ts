import { describeReason } from '../../../message/digest/hot-reason.ts';
import { describeClicks } from '../../../message/reports/describe-clicks.ts';
import { inParallel } from '../../../shared/domain/concurrency.ts';
import type { DigestPointer } from '../../../shared/domain/digests/delivery.ts';
import { dayMs } from '../../../shared/domain/duration.ts';
import { ArgumentError } from '../../../shared/domain/errors.ts';
import { type DigestEntry, rememberedDays } from '../../../shared/domain/history/history.ts';
import { jsonIn } from '../../../shared/domain/json-in.ts';
import { destinationKinds, isDestinationKind } from '../../../shared/domain/routes/destination-kinds.ts';
import { restOf, zoneIn } from '../../../shared/domain/routes/route-view.ts';
import { slotTime } from '../../../shared/ledger/history/digest-entries.ts';
import { digestEntryKey } from '../../../shared/ledger/items/keys.ts';
import { type DigestQuery, fitsDigest, readStored } from '../../lookup/find-digests.ts';
import { suggest } from '../../words/suggest.ts';
import { describeRepeat } from '../../words/when-sent.ts';
import type { PageWorld } from './page-world.ts';

/** What to look for, as the address names it; each may be absent. */
export interface PageQuery extends Pick<DigestQuery, 'status' | 'buyer' | 'text'> {
  readonly route?: string | undefined;
  readonly before?: string | undefined;
}

const mostLines = 50;
/** A request reads so many entries at most; the next one goes on. */
const mostLookedAt = 2_000;
/** A digest has at most 92, and two requests read one: its signals are there within the time of four. */
const membersAtOnce = 50;

/**
 * The digests that fit, the latest first, by what is remembered of them: no body is read. `before` continues the search, null
 * at its end; it has looked at all digests from `since` on.
 */
export async function listDigestPage(
  { ledger, now }: PageWorld,
  { route: routeId, before: from, ...others }: PageQuery,
  most = mostLines,
) {
  const before = from === undefined ? null : readPath('before', from);
  const until = before === null ? now() + dayMs : slotTime(before);
  const since = now() - rememberedDays * dayMs;
  const found: ReturnType<typeof lineOf>[] = [];
  let lookedAt = 0;
  for await (const entry of ledger.history.readDigests({ since, until })) {
    lookedAt += 1;
    if (before !== null && digestEntryKey(entry).sk >= digestEntryKey(before).sk) continue;
    if (fitsDigest(entry, { routeId, ...others })) found.push(lineOf(entry));
    if (found.length === most || lookedAt >= mostLookedAt)
      return { digests: found, before: pathOf(entry), since: slotTime(entry) };
  }
  return { digests: found, before: null, since };
}

/** A digest as it was sent, and all of its attempts; null if nothing is remembered of it. */
export async function readDigest(world: PageWorld, pointer: DigestPointer) {
  const { ledger, config, flags } = world;
  const [entry, stored] = await Promise.all([ledger.history.findDigest(pointer), readStored(world, pointer)]);
  if (entry === null) return null;
  const { routeId } = pointer;
  const { digestId, state, attempts, signalIds } = entry;
  const rest = restOf(config.routes, await ledger.routes.read(routeId));
  const route = rest ?? config.routes.find(({ id }) => id === routeId);
  const repeat = state === 'DELIVERED' && route !== undefined ? describeRepeat(route.to) : null;
  const canResend = route !== undefined && stored !== null && state !== 'SENDING' && state !== 'DISCARDED';
  return {
    ...lineOf(entry),
    outcomes: attempts,
    dueAt: stored?.dueAt ?? null,
    resentAt: stored?.resentAt ?? null,
    body: stored === null || stored.body.length > longestBody ? null : parseBody(stored.body),
    kept: stored !== null,
    members: await inParallel(signalIds, membersAtOnce, (id) => describeMember(world, entry, id)),
    resend: canResend
      ? { command: suggest(`resend ${routeId} ${digestId}${repeat === null ? '' : ' --yes'}`, flags), repeat }
      : null,
  };
}

async function describeMember(world: PageWorld, entry: DigestEntry, signalId: string) {
  const { record = null, buyerId = '' } = (await world.ledger.history.findSignal(signalId)) ?? {};
  const { name = null, buyerName = null, bridgeId = '' } = record?.signal ?? {};
  const because =
    record && describeReason({ hotBecause: record.hotBecause, bridgeId }, { columns: new Map() }, true);
  const chosen = describeChosen(world, entry, signalId);
  return { signalId, name, buyerId, buyerName, hot: record?.hot === true, because: because ?? '', chosen };
}

export function describeChosen(
  { config, now }: PageWorld,
  { clicks, routeId }: DigestEntry,
  signalId: string,
) {
  return describeClicks(clicks, signalId, { now: now(), timezone: zoneIn(config.routes, routeId) });
}

export function pathOf({ routeId, slot, part }: DigestPointer): string {
  return `${routeId}/${slot}/${part}`;
}

/** The reverse of `pathOf`. Throws `ArgumentError`, which names the parameter. */
export function readPath(parameter: string, path: string): DigestPointer {
  // The id of an owner's route has a slash in it.
  const [, routeId = '', slot = '', part = ''] = /^(.*)\/([^/]*)\/([^/]*)$/.exec(path) ?? [];
  const pointer = { routeId, slot, part: Number(part) };
  if (/^\d+$/.test(part) && !Number.isNaN(slotTime(pointer))) return pointer;
  const fix = 'give a digest as ROUTE/SLOT/PART, such as sales/2026-11-24T08:00:00.000Z/1';
  throw new ArgumentError(parameter, `${parameter}: found ${JSON.stringify(path)}; ${fix}`);
}

/** A digest's line in a list: `path` names it in links, `reason` is that of its last attempt. */
function lineOf(entry: DigestEntry) {
  // Clicks and followed signals can be many, and no list shows them.
  const { clicks: _, followed: __, signalIds, attempts, destinationType, ...line } = entry;
  const known = isDestinationKind(destinationType) ? destinationKinds[destinationType] : null;
  return {
    ...line,
    path: pathOf(entry),
    label: known?.label ?? null,
    successMeans: known?.successMeans ?? null,
    signals: signalIds.length,
    attempts: attempts.length,
    reason: attempts.at(-1)?.reason ?? null,
    at: entry.deliveredAt ?? entry.createdAt,
  };
}

/** Most digests are under 20 kB; a body longer than this would only slow the page. */
const longestBody = 120_000;

export function parseBody(text: string): unknown {
  const parsed = jsonIn(text);
  // A kind of destination may take another format.
  return parsed === undefined ? text : parsed;
}

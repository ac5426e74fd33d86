import { describeClosingSoon } from '../../../message/digest/closing-soon.ts';
import { writeHeadline } from '../../../message/digest/headline.ts';
import { showBuyer } from '../../../message/digest/shown-buyers.ts';
import { mostMembers } from '../../../message/digest/split-parts.ts';
import { deadlineIn } from '../../../shared/domain/cells/deadline.ts';
import { groupByOwner } from '../../../shared/domain/cells/owners.ts';
import { isoTime } from '../../../shared/domain/clock.ts';
import { composeContent, orderEntries } from '../../../shared/domain/digests/compose-content.ts';
import type { DigestOutline, FollowedSignal, FrozenDigest } from '../../../shared/domain/digests/delivery.ts';
import type { DigestContent, DigestFlood, DigestView } from '../../../shared/domain/digests/digest.ts';
import { noDigestId } from '../../../shared/domain/digests/digest-id.ts';
import type { Mute } from '../../../shared/domain/routes/mute.ts';
import type { Round } from '../../../shared/domain/routes/round.ts';
import { hasTemplate, type Route } from '../../../shared/domain/routes/route.ts';
import { signalIdOf } from '../../../shared/domain/rows/signal.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import type { RouteState } from '../../../shared/ledger/routes/routes.ts';
import { cameInQuietHours, describeView, periodOfDigest, totalsOf } from './describe-slot.ts';
import { describeUnwritable, findUnwritable, problemOf, type Unwritable } from './find-unwritable.ts';
import { type PlannedPart, planParts } from './plan-parts.ts';
import type { ComposePorts } from './ports.ts';
import type { SlotEntry, SlotReading } from './read-slot.ts';

export interface Releasable {
  /** The route's item and the mutes, as they were read before the outbox. */
  readonly item: RouteState;
  readonly mutes: readonly Mute[];
  readonly round: Round;
  readonly reading: SlotReading;
  /** Entries that go out, in full, or kept in full by a later reading. */
  readonly ready: readonly SlotEntry[];
  readonly flood: DigestFlood | undefined;
  /** The buyers and the period of what this composition has frozen of the round. */
  readonly progress: { buyerIds: ReadonlySet<string>; period: DigestContent['period'] | null };
}

export interface Written {
  readonly digest: FrozenDigest;
  readonly members: readonly OutboxEntry[];
  /** Members that came in the quiet hours that their route waited for. */
  readonly inQuietHours: number;
}

/** One step freezes a digest, or a message of a channel with the first reply to it. */
export type Step = readonly [Written] | readonly [Written, Written];

/** No part has a larger number, or more to say of what follows: none grows too large by that. */
const widest = { part: 99_999, more: true };

/** No step if the template of the route fails for some of it. */
export interface WrittenBatch {
  readonly steps: readonly Step[];
  readonly unwritable: readonly Unwritable[];
}

/** Writes the digests of a round, whose bytes are then stored. Changes nothing. */
export async function writeBatch(
  ports: ComposePorts,
  { route }: { readonly route: Route },
  { item, round, reading, ready, flood, progress }: Releasable,
): Promise<WrittenBatch> {
  const { summaries, muted, delayed, isEnd } = reading;
  const entries = ready.flatMap(({ full }) => full ?? []);
  const isQuiet = cameInQuietHours(route);
  const view = await describeView(ports, route, entries, round.at);
  // Another composition of the round was cut off: its buyers are not known.
  const isFirst = round.parts === 0;
  const period = isFirst ? periodOfDigest(route, round, item.round?.at ?? null, ready) : progress.period;
  const isOwn = isFirst || progress.buyerIds.size > 0;
  const buyerIds = new Set([
    ...(isFirst ? [] : progress.buyerIds),
    ...(isOwn ? ready.map(({ buyerId }) => buyerId) : []),
  ]);
  const isLast = isEnd && entries.length === ready.length;
  // Sums and owners are known only of a round that this reading has whole.
  const hot = round.parts > 0 || !isLast ? [] : entries.flatMap((one) => (one.hot ? (one.signal ?? []) : []));
  const nameDigest = await ports.ledger.digests.readNaming(route.id);
  const heading = {
    digestGroupId: nameDigest({ ...pointerOf(route, round, 0), members: [], body: '' }).replace('msg', 'grp'),
    routeId: route.id,
    held: item.held,
    muted,
    view,
    ...(flood === undefined ? {} : { flood }),
    awaitingSummary: delayed.find(({ reason }) => reason === 'summary')?.signals ?? 0,
    totals: totalsOf(round, ready, isOwn ? buyerIds.size : null, isQuiet),
    period: period ?? periodOfDigest(route, round, null, ready),
    closingSoon: describeClosingSoon(hot, view),
    byOwner: view.groupBy && groupByOwner(hot, (row) => row, view),
  };
  const write: PlannedBatch['write'] = (part, shown) =>
    composeContent({ ...heading, ...part }, shown, summaries);
  const renderer = ports.rendererFor(route.to.type);
  const longest = { digestId: noDigestId, ...widest, pointer: menusOf(route, round, widest.part) };
  const ordered = orderEntries(entries, summaries, view);
  const writeLongest = (shown: readonly OutboxEntry[]) =>
    write({ ...longest, ...(round.messages === 0 && shown[0] === ordered[0] && { part: 1 }) }, shown);
  const unwritable = hasTemplate(route.to)
    ? findUnwritable(ordered, (shown) => renderer.render(writeLongest(shown), 'whole', route.to))
    : [];
  if (unwritable.length > 0) return { steps: [], unwritable };
  Object.assign(progress, { buyerIds, period });
  const planned = planParts(ordered, renderer.hasThreads?.(route.to) ?? false, (shown, place) =>
    renderer.fits(writeLongest(shown), place, route.to),
  );
  return writeParts(ports, route, { write, nameDigest, planned, round, isLast, isQuiet });
}

/** Messages count from 1: part 0 names all of them. */
const pointerOf = ({ id }: Route, { at }: Round, part: number) => ({ routeId: id, slot: isoTime(at), part });
const menusOf = (route: Route, round: Round, part: number) => route.actions && pointerOf(route, round, part);

interface PlannedBatch {
  readonly write: (
    part: Pick<DigestContent, 'digestId' | 'part' | 'more' | 'pointer'>,
    shown: readonly OutboxEntry[],
  ) => DigestContent;
  readonly nameDigest: Awaited<ReturnType<ComposePorts['ledger']['digests']['readNaming']>>;
  readonly planned: readonly PlannedPart[];
  readonly round: Round;
  readonly isLast: boolean;
  readonly isQuiet: (entry: OutboxEntry) => boolean;
}

async function writeParts(
  ports: ComposePorts,
  route: Route,
  { write, nameDigest, planned, round, isLast, isQuiet }: PlannedBatch,
): Promise<WrittenBatch> {
  const renderer = ports.rendererFor(route.to.type);
  const lastMessage = planned.at(-1)?.message;
  const written: Written[] = [];
  for (const [index, { place, members, shown, message, replyTo }] of planned.entries()) {
    const part = round.parts + 1 + index;
    // People count the messages of the channel; a thread belongs to its message.
    const number = round.messages + 1 + message;
    const more = !isLast || message !== lastMessage;
    const named = { digestId: noDigestId, part: number, more, pointer: menusOf(route, round, part) };
    const content = write(named, shown);
    const pointer = pointerOf(route, round, part);
    const render = (named: DigestContent) => renderer.render(named, place, route.to);
    // The template may make anything of another number and id than those that it was tried with.
    const problem = hasTemplate(route.to) ? problemOf(() => render(content)) : null;
    if (problem !== null) {
      return { steps: [], unwritable: members.map((member) => describeUnwritable(member, problem)) };
    }
    const unnamed = { ...pointer, members: members.map(({ key }) => key), ...render(content) };
    const digestId = nameDigest(unnamed);
    const digest = {
      ...unnamed,
      ...render({ ...content, digestId }),
      digestId,
      destinationType: route.to.type,
      outline: outlineOf(content, members, place),
      ...(replyTo === null ? {} : { replyTo: round.parts + 1 + replyTo }),
      ...(isRepliedTo(planned, index) ? { repliedBy: part + 1 } : {}),
    };
    written.push({ digest, members, inQuietHours: members.filter(isQuiet).length });
  }
  return { steps: pairReplies(written), unwritable: [] };
}

/** A message above a thread has a headline on all signals, and counts its own. */
function outlineOf(
  content: DigestContent,
  members: readonly OutboxEntry[],
  place: PlannedPart['place'],
): DigestOutline {
  const { buyers } = content;
  const shown = buyers.map((buyer) => showBuyer(buyer, place === 'channel'));
  return {
    headline: writeHeadline(content, shown),
    hot: members.filter((member) => member.hot).length,
    buyers: buyers.map(({ buyerId, name }) => ({ buyerId, name })),
    followed: members.flatMap((member) => follow(member, content.view)),
  };
}

function follow({ hot, buyerId, signal }: OutboxEntry, view: DigestView): FollowedSignal[] {
  if (!hot || signal === null) return [];
  return [{ signalId: signalIdOf(signal), buyerId, deadline: deadlineIn(signal, view) }];
}

/** A reply is created with its message where it stands right behind it. */
function isRepliedTo(planned: readonly PlannedPart[], index: number): boolean {
  const [own, next] = [planned[index], planned[index + 1]];
  if (own?.replyTo !== null || next?.replyTo !== index) return false;
  return own.members.length + next.members.length <= mostMembers;
}

function pairReplies(written: readonly Written[]): Step[] {
  return written.flatMap((one, index): Step[] => {
    const [before, next] = [written[index - 1], written[index + 1]];
    if (before?.digest.repliedBy === one.digest.part) return [];
    return next && one.digest.repliedBy === next.digest.part ? [[one, next]] : [[one]];
  });
}

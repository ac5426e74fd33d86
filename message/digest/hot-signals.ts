import { groupByOwner, ownersOf } from '../../shared/domain/cells/owners.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import { hasName } from '../../shared/domain/text/column-words.ts';
import type { Line, MessageSection, Room } from '../lines/message.ts';
import { writeOwners } from '../lines/owner.ts';
import { joinLines, linesOf, plain } from '../lines/spans.ts';
import {
  describeBuyer,
  describeOnLine,
  describeShortly,
  type MessageStyle,
  withMenu,
} from './describe-signal.ts';
import { rulesIn } from './hot-reason.ts';
import type { ShownBuyer, ShownSignal } from './shown-buyers.ts';

interface HotStyle extends MessageStyle {
  /** Writes a hot signal on one line, once for a message: finding a room writes the message many times. */
  readonly onLine: (one: ShownSignal) => Line;
}

/** Writes the hot signals, buyer by buyer: the first ones in all detail, then without the summary, then a line each. */
export function prepareHotSignals(
  content: DigestContent,
  buyers: readonly ShownBuyer[],
  headline: string,
): (room: Room) => MessageSection[] {
  const { view } = content;
  const hotBuyers = buyers.filter(({ hot }) => hot.length > 0);
  const [first, ...others] = hotBuyers.flatMap(({ hot }) => hot);
  const [firstBuyer] = hotBuyers;
  if (first === undefined || firstBuyer === undefined) return () => [];
  // Facts without a name would be nobody's below the counts of a flood, or an owner.
  const isAlone = others.length === 0 && !content.flood && !view.groupBy;
  const lines = new Map<ShownSignal, Line>();
  const message: HotStyle = {
    view,
    named: isAlone && headline.startsWith('🔥') && headline.includes(first.name),
    oneBuyer: hotBuyers.length === 1 && hasName(headline, firstBuyer.name),
    differs: rulesIn(content).length > 1,
    onLine: (one) => {
      const line = lines.get(one) ?? describeOnLine(one, message);
      lines.set(one, line);
      return line;
    },
  };
  const above = mentionHot(content);
  const write = view.groupBy
    ? (room: Room) => writeByOwner(hotBuyers, message, room, content.byOwner)
    : (room: Room) => writeInRoom(hotBuyers, message, room);
  return (room) => [...above, ...write(room)];
}

/** Only the first message mentions people: it has the hottest signals. */
function mentionHot({ part, view }: DigestContent): MessageSection[] {
  const ids = part === 1 ? [...new Set(view.mention?.hot ?? [])] : [];
  const mentions = ids.map((id) => [{ kind: 'mention', id, name: id } as const]);
  return mentions.length === 0 ? [] : [linesOf([joinLines(mentions, ' ')])];
}

/**
 * `Dev Patel: 3` above the signals of each owner, `3 of 5` where other messages have the others, and `Unowned: 3` last;
 * without numbers where the slot's counts are not known. A buyer's summary stands below the first of its signals.
 */
function writeByOwner(
  buyers: readonly ShownBuyer[],
  message: HotStyle,
  { whole, short }: Room,
  inSlot: DigestContent['byOwner'],
): MessageSection[] {
  const all = buyers.flatMap((shown) => shown.hot.map((one) => ({ one, shown })));
  const told = new Set<string>();
  let before = 0;
  return [...groupByOwner(all, ({ one }) => one.signal, message.view)].flatMap(([key, own]) => {
    const [{ one }] = own as [(typeof own)[number]];
    const owners = writeOwners(ownersOf(one.signal, message.view).all);
    const name = owners.length === 0 ? [plain('Unowned')] : owners;
    const count = inSlot?.get(key)?.length;
    const of = count === own.length ? '' : ` of ${count}`;
    const heading = joinLines([name, count === undefined ? [] : [plain(`: ${own.length}${of}`)]], '');
    const shown = [...Map.groupBy(own, (each) => each.shown)].map(([{ buyer, ...rest }, signals]) => {
      const isTold = told.has(buyer.buyerId);
      told.add(buyer.buyerId);
      const quoted = isTold ? { ...buyer, summary: null, summaryStatus: 'none' as const } : buyer;
      return { ...rest, buyer: quoted, hot: signals.map((each) => each.one) };
    });
    const sections = writeInRoom(shown, message, { whole: whole - before, short });
    before += own.length;
    return [
      linesOf([heading.map((span) => (span.kind === 'text' ? { ...span, strong: true } : span))]),
      ...sections,
    ];
  });
}

/** `whole` is negative where others have taken that many of the `short` ones, too. */
function writeInRoom(
  buyers: readonly ShownBuyer[],
  message: HotStyle,
  { whole, short }: Pick<Room, 'whole' | 'short'>,
): MessageSection[] {
  const sections: MessageSection[] = [];
  const lines: Line[] = [];
  let before = 0;
  for (const shown of buyers) {
    const [first, second] = [Math.max(0, whole - before), Math.max(0, whole + short - before)];
    if (first > 0) sections.push(...describeBuyer(shown.hot.slice(0, first), shown, message));
    sections.push(...shown.hot.slice(first, second).flatMap((one) => describeShortly(one, message)));
    for (const one of shown.hot.slice(second)) {
      const line = message.onLine(one);
      // A menu or a contact stands below one signal, and no item of a list can have one.
      if (message.view.actions || message.view.contacts)
        sections.push(...withMenu([[{ kind: 'fire' }, plain(' '), ...line]], one, message.view));
      else lines.push(line);
    }
    before += shown.hot.length;
  }
  return [...sections, ...listHot(lines, message, sections.length > 0)];
}

function listHot(lines: readonly Line[], { view }: MessageStyle, hasMore: boolean): MessageSection[] {
  if (lines.length === 0) return [];
  const list = { kind: 'list', items: lines.map((line) => ({ line, items: [] })) } as const;
  // The owner's heading is enough.
  if (view.groupBy === 'owner' && !hasMore) return [list];
  const heading = lines.length === 1 && !hasMore ? ' Hot' : ` ${lines.length}${hasMore ? ' more' : ''} hot`;
  return [linesOf([[{ kind: 'fire' }, plain(heading)]]), list];
}

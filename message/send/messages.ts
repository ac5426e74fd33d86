import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import { cutText } from '../../shared/domain/text/cut-text.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { writeFooter } from '../digest/footer.ts';
import { largestFitting } from '../digest/split-parts.ts';
import { prepareMessage } from '../digest/write-message.ts';
import type { DigestMessage, MessagePlace, Room } from '../lines/message.ts';
import { joinFacts, linesOf, soft, textOf } from '../lines/spans.ts';
import { mostListed } from '../reports/report.ts';
import type { Destination } from './destination.ts';
import { writeAlarmMessage, writeTestMessage } from './notices.ts';
import { describeReportMessage } from './reports.ts';

const least: Room = { whole: 0, short: 0, listed: 0 };
/** The first message tells the hottest signals, no shorter than others that another message has room for. */
const leastOfFirst: Room = { ...least, short: 2 };
/** A thread's list leaves nothing out. */
const inThread: Room = { ...least, listed: Number.POSITIVE_INFINITY };
const all: Room = { ...least, whole: Number.POSITIVE_INFINITY, listed: 18 };
/** The lengths of the list to try before hot signals are told in more detail: the first that fits stays. */
const listedFirst = [9, 4, 0];

interface MessageForm
  extends Pick<Destination<DestinationSettings>, 'measure' | 'formatBody' | 'hasThreads'> {
  readonly write: (message: DigestMessage) => string;
  readonly hasRoom: (message: DigestMessage) => boolean;
  /** A form that can't be refused. @default none */
  readonly writePlain?: (message: DigestMessage) => string;
}

type MessageWriter = Pick<
  Destination<DestinationSettings>,
  'render' | 'fits' | 'hasThreads' | 'measure' | 'formatBody' | 'renderReport' | 'renderAlarm' | 'renderTest'
>;

/**
 * Writes digests in as much detail as one message holds: hot signals without the summary, then the first ones with it,
 * then more of the list. Where not even the least fits, the composer puts fewer signals into the part.
 */
export function writeMessages({ write, hasRoom, writePlain, ...form }: MessageForm): MessageWriter {
  const writeForms = (message: DigestMessage) => ({ body: write(message), plainBody: writePlain?.(message) });
  // A digest is written again once its id is known.
  let chosen: { content: DigestContent; place: MessagePlace; message: DigestMessage } | null = null;
  const chooseMessage = (content: DigestContent, place: MessagePlace = 'whole') => {
    if (chosen?.place === place && isAlike(chosen.content, content)) {
      return { ...chosen.message, footer: writeFooter(content) };
    }
    const prepared = prepareMessage(content, place);
    const messageIn = (room: Room) => placeMessage(prepared(room), place);
    const room = place === 'thread' ? inThread : chooseRoom(content, (one) => hasRoom(messageIn(one)));
    chosen = { content, place, message: messageIn(room) };
    return chosen.message;
  };
  return {
    ...form,
    render: (content, place) => writeForms(chooseMessage(content, place)),
    fits: (content, place = 'whole') =>
      hasRoom(placeMessage(prepareMessage(content, place)(roomFor(content, place)), place)),
    renderReport(content) {
      const tell = (listed: number) => describeReportMessage(content, listed);
      const fits = (listed: number) => hasRoom(tell(listed));
      return writeForms(tell(largestFitting(mostListed.reminder, mostListed.recap, fits)));
    },
    // A form that was refused would leave the alarm untold.
    renderAlarm: (notice) => (writePlain ?? write)(writeAlarmMessage(notice)),
    renderTest: (notice) => write(writeTestMessage(notice)),
  };
}

function roomFor({ part }: DigestContent, place: MessagePlace): Room {
  if (place === 'thread') return inThread;
  return part === 1 ? leastOfFirst : least;
}

/** Two contents are alike if only their ids differ: an id has one length and stands in the footer. */
function isAlike(one: DigestContent, other: DigestContent): boolean {
  return Object.entries({ ...one, ...other }).every(
    ([field, value]) => field === 'digestId' || one[field as keyof DigestContent] === value,
  );
}

function chooseRoom(content: DigestContent, fits: (room: Room) => boolean): Room {
  const hot = content.buyers.flatMap(({ signals }) => signals).filter((signal) => signal.hot).length;
  // There is seldom room for all of many.
  if (hot < 8 && fits(all)) return all;
  const listed = listedFirst.find((lines) => fits({ ...least, listed: lines })) ?? 0;
  let room: Room = { ...least, listed };
  const fill = (roomOf: (count: number) => Room, most: number, guess = 0) => {
    // Zero of them fit already.
    const steps = largestFitting(most + 1, guess + 1, (count) => fits(roomOf(count - 1)));
    room = roomOf(steps - 1);
  };
  // The sentence and the link of each tell more than the summary of the first.
  fill((short) => ({ ...least, listed, short }), hot);
  const { short: told } = room;
  fill((whole) => ({ whole, short: told - whole, listed }), told);
  const { whole, short } = room;
  fill((more) => ({ whole, short, listed: listed + more }), all.listed - listed, all.listed - listed);
  return room;
}

/**
 * Leaves the parts of a message that belong in its place. A reply has no headline: it stands under one, or in a channel
 * by itself.
 */
function placeMessage(message: DigestMessage, place: MessagePlace): DigestMessage {
  if (place === 'whole') return message;
  const { restCounts } = message;
  if (place === 'thread') {
    // The digest's own text begins with what is hot, and the message above has said that.
    const text = restCounts === null ? message.text : cutText(textOf(restCounts), longest.notification);
    return { ...message, headline: '', text, hot: [] };
  }
  const counts = restCounts === null ? [] : [linesOf([joinFacts([restCounts, [soft('in the thread')]])])];
  return { ...message, rest: counts };
}

import type { DigestContent } from '../domain/digests/digest.ts';
import type { Detail, DigestMessage, MessagePlace } from '../domain/message/message.ts';
import { joinFacts, linesOf, soft, textOf } from '../domain/message/spans.ts';
import { writeMessage } from '../domain/message/write-message.ts';
import type { DestinationSettings } from '../domain/routes/route.ts';
import { cutText } from '../domain/text/cut-text.ts';
import { longest } from '../domain/text/lengths.ts';
import type { Destination, Renderer } from './destination.ts';
import { tellAlarm, tellHeartbeatMessage, tellTest } from './notices.ts';

type Level = readonly [detail: Detail, listed: number, linked: number];

/** The most of it first. What is hot loses its detail last, and the list of the rest its lines before that. */
const levels: readonly Level[] = [
  ['full', 18, 20],
  ['full', 9, 20],
  ['full', 4, 20],
  ['short', 18, 20],
  ['short', 9, 20],
  ['short', 0, 20],
  ['names', 0, 98],
  ['names', 0, 20],
];
const least: Level = ['names', 0, 0];

/** How a destination that people read writes a message. */
interface MessageForm extends Pick<Renderer, 'measure' | 'tellBody'> {
  /** The body, as JSON text. */
  readonly write: (message: DigestMessage) => string;
  /** Whether one body has room for the message. */
  readonly hasRoom: (message: DigestMessage) => boolean;
  /** A form that can't be refused. @default none */
  readonly writePlain?: (message: DigestMessage) => string;
}

type MessageWriter = Pick<Destination<DestinationSettings>, 'renderer' | 'renderAlarm' | 'renderTest'>;

/**
 * Digests in as much detail as one message holds; in the least where not even that fits: the composer then finds that it
 * is too large, and puts fewer signals into the part.
 */
export function writeMessages({ write, hasRoom, writePlain, measure, tellBody }: MessageForm): MessageWriter {
  const chooseMessage = (content: DigestContent, place: MessagePlace = 'whole') => {
    for (const level of levels) {
      const message = messageAt(content, level, place);
      if (hasRoom(message)) return message;
    }
    return messageAt(content, least, place);
  };
  return {
    renderer: {
      render: (content, place) => write(chooseMessage(content, place)),
      measure,
      tellBody,
      fits: (content, place = 'whole') => hasRoom(messageAt(content, least, place)),
      renderHeartbeat: (content) => write(tellHeartbeatMessage(content)),
      ...(writePlain && {
        renderPlain: (content, place) => writePlain(chooseMessage(content, place)),
        renderHeartbeatPlain: (content) => writePlain(tellHeartbeatMessage(content)),
      }),
    },
    // A form that was refused would leave the alarm untold.
    renderAlarm: (notice) => (writePlain ?? write)(tellAlarm(notice)),
    renderTest: (notice) => write(tellTest(notice)),
  };
}

function messageAt(content: DigestContent, [detail, listed, linked]: Level, place: MessagePlace) {
  return placeMessage(writeMessage(content, detail, { listed, linked }), place);
}

/** What of a message is said in its place. A reply has no headline: it stands under one, or in a channel by itself. */
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

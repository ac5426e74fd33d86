import { counted } from '../../shared/domain/counted.ts';
import type { DigestView } from '../../shared/domain/digests/digest.ts';
import type { SignalRecord } from '../../shared/domain/history/history.ts';
import type { BuyerSummary, SummaryBlock } from '../../shared/domain/signals/summary.ts';
import { cutText } from '../../shared/domain/text/cut-text.ts';
import { formatName } from '../../shared/domain/text/format-name.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { plainLines } from '../../shared/domain/text/markdown.ts';
import { wallTimeAt } from '../../shared/domain/times/wall-time.ts';
import { largestFitting } from '../digest/split-parts.ts';
import { formatDate, readingOf } from '../facts/format-date.ts';
import { linkText } from '../lines/links.ts';
import type { DigestMessage, Line, MessageSection } from '../lines/message.ts';
import { joinFacts, linesOf, plain, soft, strong } from '../lines/spans.ts';
import { toldRowOf } from './told-row.ts';

export interface More {
  readonly buyer: { readonly buyerId: string; readonly name: string | null };
  /** The buyer's other signals, the newest first. */
  readonly records: readonly SignalRecord[];
  readonly summary: BuyerSummary | null;
  readonly view: DigestView;
}

const mostSignals = 10;
const longestParagraph = 900;

/** Writes as much as there is room for: the newest signals, then the summary, then how many more there are. */
export function describeMore(more: More, hasRoom: (message: DigestMessage) => boolean): DigestMessage {
  const { buyer, records, summary, view } = more;
  const name = formatName(buyer.name, longest.buyerName) ?? 'This buyer';
  const text = `${name}: ${counted(records.length, 'other signal')} in 90 days`;
  const signals = records
    .slice(0, mostSignals)
    .map((record) => ({ line: describeRecord(record, view), items: [] }));
  const paragraphs = (summary === null ? [] : writeSummary(summary)).map((line) => linesOf([line]));
  const write = (count: number): DigestMessage => {
    const list: MessageSection = { kind: 'list', items: signals.slice(0, count) };
    const told = paragraphs.slice(0, Math.max(0, count - signals.length));
    const left = [
      ...describeLeft(records.length - list.items.length, 'signal'),
      ...describeLeft(paragraphs.length - told.length, 'paragraph'),
    ];
    const hot = [linesOf([[strong(text)]]), list, ...told, ...left];
    return { headline: '', text, hot, rest: [], restCounts: null, footer: [] };
  };
  const all = signals.length + paragraphs.length;
  return write(all === 0 ? 0 : largestFitting(all, all, (count) => hasRoom(write(count))));
}

function describeLeft(count: number, noun: string): MessageSection[] {
  return count === 0 ? [] : [linesOf([[soft(`And ${counted(count, `more ${noun}`)}`)]])];
}

/** `Nov 12 · RFP 479 · closes Thu, Nov 26 · $1.25M` */
function describeRecord({ firstSeenAt, signal }: SignalRecord, view: DigestView): Line {
  const seen = { kind: 'day', wall: wallTimeAt(firstSeenAt, view.timezone) } as const;
  const date = [plain(formatDate(seen, readingOf(view)))];
  if (signal === null) return joinFacts([date, [plain('a signal that could not be read')]]);
  const { name, due, money, link } = toldRowOf(signal, view);
  // A name alone may be anything: a person, a place.
  const known = (due ?? money) ? [due, money] : [signal.bridgeName];
  const facts = known.flatMap((fact) => (fact === null ? [] : [[plain(fact)]]));
  return joinFacts([date, linkText(name, link, { instead: 'Open signal' }), ...facts]);
}

function writeSummary({ score, scoreReasoning, ...blocks }: BuyerSummary): Line[] {
  const judged = score === null ? null : `Buyer score ${score}. ${scoreReasoning ?? ''}`;
  return [
    ...writeBlock('What is recent', blocks.whatsRecent),
    ...writeBlock('The bigger picture', blocks.theBiggerPicture),
    ...writeBlock('To ask about', blocks.areasForDeeperDiscovery),
    ...writeBlock('Score', { intro: judged, sections: [] }),
  ];
}

function writeBlock(title: string, block: SummaryBlock | null): Line[] {
  const texts = [
    block?.intro,
    ...(block?.sections ?? []).map(({ title: own, text }) => [own, text].filter(Boolean).join(': ')),
  ];
  const told = texts.flatMap((text) => plainLines((text ?? '').slice(0, 10_000)));
  return told.map((line, index) => {
    const paragraph = plain(cutText(line, longestParagraph));
    return index === 0 ? [strong(`${title}: `), paragraph] : [paragraph];
  });
}

import { counted, grouped } from '../../shared/domain/counted.ts';
import type { DigestContent, DigestFlood } from '../../shared/domain/digests/digest.ts';
import { hasName } from '../../shared/domain/text/column-words.ts';
import { cutText } from '../../shared/domain/text/cut-text.ts';
import { formatName } from '../../shared/domain/text/format-name.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import type { DigestMessage, Line, MessagePlace, Room } from '../lines/message.ts';
import { dot, linesOf, plain, strong, textOf } from '../lines/spans.ts';
import { withBlanks } from '../text/keep-together.ts';
import { describeBuyer } from './describe-signal.ts';
import { writeFooter } from './footer.ts';
import { namedSignal, onlySignal, shortName, writeHeadline } from './headline.ts';
import { prepareHotSignals } from './hot-signals.ts';
import { writeRest } from './rest-list.ts';
import { type ShownBuyer, showBuyer, withoutBuyer } from './shown-buyers.ts';
import { factsOf } from './signal-facts.ts';

/**
 * Writes a digest in as much room as there is. Pure: each attempt and each destination says the same. The buyers come in
 * the digest's order, and within a buyer the hot signals come first.
 */
export function prepareMessage(
  content: DigestContent,
  place: MessagePlace = 'whole',
): (room: Room) => DigestMessage {
  const { view, flood } = content;
  const buyers = content.buyers
    .filter(({ signals }) => signals.length > 0)
    .map((buyer) => showBuyer(buyer, place === 'channel'));
  const headline = writeHeadline(content, buyers);
  const text = writeText(content, buyers, headline);
  const footer = writeFooter(content);
  const only = onlySignal(content, buyers);
  const hotIn = prepareHotSignals(content, buyers, headline);
  const menusOf = content.pointer;
  return (room) => {
    const hot = hotIn(room);
    const told = flood && content.part === 1 ? [linesOf(writeFlood(flood, content.totals.hot)), ...hot] : hot;
    const message = { headline, text, hot: told, footer, menusOf };
    if (!only || only.shown.signal.hot || room.listed === 0) {
      return { ...message, ...writeRest(buyers, content, room.listed) };
    }
    // The headline says the names already, unless it had to cut them.
    const named = headline.includes(only.shown.name);
    const oneBuyer = headline.includes(only.buyer.name);
    const rest = describeBuyer([only.shown], only.buyer, { view, named, oneBuyer, differs: false });
    return { ...message, rest, restCounts: null };
  };
}

/** `3 hot at Fort Worth ISD · 11 more at 6 buyers. First: RFP 479, closes Thu, Nov 26, $1.25M.` */
function writeText(content: DigestContent, buyers: readonly ShownBuyer[], headline: string): string {
  const named = namedSignal(content, buyers);
  const buyer = named?.buyer ?? buyers.find(({ hot }) => hot.length > 0) ?? buyers[0];
  const first = named?.shown ?? buyer?.hot[0] ?? buyer?.rest[0];
  if (!buyer || !first) return headline;
  const facts = factsOf(first.signal, content.view)
    .brief.slice(0, 3)
    .map((fact) => withBlanks(textOf(fact)));
  const whole = hasName(first.name, buyer.name) ? first.name : `${buyer.name}: ${first.name}`;
  const isSaid = !named && headline.includes(shortName(buyer));
  const name = isSaid ? withoutBuyer(first.name, buyer.name) : whole;
  if (named) return tell(`${first.signal.hot ? 'Hot: ' : ''}${name}`, facts, named.more.replace(/^ · /, ''));
  const isAlone =
    !content.flood && buyers.every((one) => one === buyer) && buyer.hot.length + buyer.rest.length === 1;
  const word = isAlone ? '' : content.part === 1 ? 'First: ' : 'Next: ';
  return tell(`${headline}. ${word}${name}`, facts, '');
}

/** `RFP 479, closes Thu, Nov 26, $1.25M. 13 more at 6 buyers.` */
function tell(name: string, facts: readonly string[], more: string): string {
  const sentence = [name, ...facts].join(', ');
  return cutText(`${sentence}.${more === '' ? '' : ` ${more}.`}`, longest.notification);
}

const mostBridges = 5;

/** `Unusually many: 903 new signals. The 12 hot ones are shown, 891 wait.` and the counts of each bridge. */
function writeFlood({ newSignals, shown, bridges = [] }: DigestFlood, hot: number): Line[] {
  const rest = Math.max(0, newSignals - shown);
  const fates = [
    describeShown(Math.min(hot, shown), Math.max(0, shown - hot)),
    rest > 0 && counted(rest, 'waits', 'wait'),
  ].filter((fate) => fate !== false);
  const counts = countBridges(bridges);
  return [
    [strong(`Unusually many: ${counted(newSignals, 'new signal')}.`), plain(` ${fates.join(', ')}.`)],
    ...(counts === '' ? [] : [[plain(counts)]]),
  ];
}

/** `Tenders 210 · Board meetings 198 · 3 more bridges 152` */
function countBridges(bridges: NonNullable<DigestFlood['bridges']>): string {
  const counts = bridges.flatMap(({ name, signals }) => {
    const bridge = formatName(name, longest.bridgeName);
    return bridge === null ? [] : [{ text: `${bridge} ${grouped(signals)}`, signals }];
  });
  const others = counts.slice(mostBridges);
  const left = others.reduce((sum, { signals }) => sum + signals, 0);
  const told = counts.slice(0, mostBridges).map(({ text }) => text);
  const more = others.length === 0 ? [] : [`${counted(others.length, 'more bridge')} ${grouped(left)}`];
  return [...told, ...more].join(dot);
}

function describeShown(hot: number, others: number): string {
  const hotOnes = hot === 1 ? 'the hot one' : `the ${grouped(hot)} hot ones`;
  const newest = others === 1 ? 'the newest' : `the ${grouped(others)} newest`;
  const told = [...(hot > 0 ? [hotOnes] : []), ...(others > 0 ? [newest] : [])].join(' and ');
  return `${told} ${hot + others === 1 ? 'is' : 'are'} shown`.replace(/^t/, 'T');
}

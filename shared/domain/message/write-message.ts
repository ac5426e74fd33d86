import { counted, grouped } from '../counted.ts';
import type { DigestContent, DigestFlood, DigestView } from '../digests/digest.ts';
import { factsBeside } from '../facts/facts.ts';
import { cutText } from '../text/cut-text.ts';
import { withBlanks } from '../text/keep-together.ts';
import { longest } from '../text/lengths.ts';
import { describeOnly, type MessageStyle } from './describe-signal.ts';
import { writeFooter } from './footer.ts';
import { type OnlySignal, onlySignal, wholeDigest, writeHeadline } from './headline.ts';
import { writeHotSignals } from './hot-signals.ts';
import type { Detail, DigestMessage, Line, Room } from './message.ts';
import { writeRest } from './rest-list.ts';
import { type ShownBuyer, showBuyer, tellName } from './shown-buyers.ts';
import { linesOf, plain, strong, textOf } from './spans.ts';

/**
 * What a digest says to people. Pure: the content decides every word, so that each attempt and each destination says the
 * same. The buyers come in the digest's order, and within a buyer the hot signals come first.
 */
export function writeMessage(content: DigestContent, detail: Detail, room: Room): DigestMessage {
  const buyers = content.buyers.filter(({ signals }) => signals.length > 0).map((buyer) => showBuyer(buyer));
  const headline = writeHeadline(content, buyers);
  const above = {
    headline,
    text: writeText(content, buyers, headline),
    hot: [
      ...(content.flood ? [linesOf(writeFlood(content.flood, content.totals.hot))] : []),
      ...writeHotSignals(content, buyers, headline, detail, room.linked),
    ],
  };
  const footer = writeFooter(content);
  const only = onlySignal(content, buyers);
  if (only && !only.shown.signal.hot && detail !== 'names') {
    const rest = describeOnly(only.shown, only.buyer, styleOf(only, content.view, headline));
    return { ...above, rest, restCounts: null, footer };
  }
  return { ...above, ...writeRest(content, buyers, wholeDigest(content), room.listed), footer };
}

/** The headline says the names already, unless it had to cut them. */
function styleOf({ shown, buyer }: OnlySignal, view: DigestView, headline: string): MessageStyle {
  return {
    view,
    named: headline.includes(shown.name),
    oneBuyer: headline.includes(buyer.name),
    reason: null,
  };
}

/** `3 hot signals at Fort Worth ISD, 11 more at 6 buyers. First: RFP 479, due Thu, Nov 26, $1.25M.` */
function writeText({ view }: DigestContent, buyers: readonly ShownBuyer[], headline: string): string {
  const heard = headline.replace(/^🔥 /u, 'Hot: ');
  const buyer = buyers.find(({ hot }) => hot.length > 0) ?? buyers[0];
  const first = buyer?.hot[0] ?? buyer?.rest[0];
  if (!buyer || !first) return heard;
  const facts = factsBeside(first.signal, view)
    .brief.slice(0, 3)
    .map((fact) => withBlanks(textOf(fact)));
  const end = heard.indexOf(first.name) + first.name.length;
  if (!heard.includes(first.name)) return tell(`${heard}. First: ${first.name}`, facts, '');
  return tell(heard.slice(0, end), facts, heard.slice(end).replace(/^, /, ''));
}

/** `RFP 479, due Thu, Nov 26, $1.25M. 13 more at 6 buyers.` */
function tell(name: string, facts: readonly string[], more: string): string {
  const sentence = [name, ...facts].join(', ');
  return cutText(`${sentence}.${more === '' ? '' : ` ${more}.`}`, longest.notification);
}

const mostBridges = 5;

/** `Unusually many: 903 new signals. The 12 hot ones are shown, 891 are kept back.` and the counts of each bridge. */
function writeFlood({ newSignals, shown, dropped, bridges = [] }: DigestFlood, hot: number): Line[] {
  const rest = Math.max(0, newSignals - shown);
  const left = Math.min(dropped, rest);
  const fates = [
    tellShown(Math.min(hot, shown), Math.max(0, shown - hot)),
    rest - left > 0 && `${grouped(rest - left)} ${rest - left === 1 ? 'is' : 'are'} kept back`,
    left > 0 && `${grouped(left)} ${left === 1 ? 'is' : 'are'} left out`,
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
    const bridge = tellName(name, longest.bridgeName);
    return bridge === null ? [] : [{ text: `${bridge} ${grouped(signals)}`, signals }];
  });
  const others = counts.slice(mostBridges);
  const left = others.reduce((sum, { signals }) => sum + signals, 0);
  const told = counts.slice(0, mostBridges).map(({ text }) => text);
  const more = others.length === 0 ? [] : [`${counted(others.length, 'more bridge')} ${grouped(left)}`];
  return [...told, ...more].join(' · ');
}

/** All that are hot, and the newest of the others. */
function tellShown(hot: number, others: number): string {
  const hotOnes = hot === 1 ? 'the hot one' : `the ${grouped(hot)} hot ones`;
  const newest = others === 1 ? 'the newest' : `the ${grouped(others)} newest`;
  const told = [...(hot > 0 ? [hotOnes] : []), ...(others > 0 ? [newest] : [])].join(' and ');
  return `${told} ${hot + others === 1 ? 'is' : 'are'} shown`.replace(/^t/, 'T');
}

import type { DigestView } from '../digests/digest.ts';
import { factsBeside } from '../facts/facts.ts';
import { cutBytes } from '../text/cut-bytes.ts';
import { cutWords } from '../text/sentences.ts';
import { linksOf, linkText } from './links.ts';
import type { Line, MessageSection } from './message.ts';
import type { ShownBuyer, ShownSignal } from './shown-buyers.ts';
import { joinLines, linesOf, plain, textOf } from './spans.ts';

/** What a signal may take of a message of 40, in bytes of JSON, its block not counted. */
const mostNameBytes = 180;

/** Each hot signal on one line. */
export function listNames(
  buyers: readonly ShownBuyer[],
  view: DigestView,
  mostLinked: number,
): MessageSection[] {
  const hot = buyers.flatMap((shown) => shown.hot.map((one) => ({ one, shown })));
  const items = hot.map(({ one, shown }, index) => {
    return { line: nameOne(one, shown, view, index < mostLinked), items: [] };
  });
  return [
    linesOf([[{ kind: 'fire' }, plain(items.length === 1 ? ' Hot' : ` ${items.length} hot`)]]),
    { kind: 'list', items },
  ];
}

function nameOne(
  { signal, name }: ShownSignal,
  { name: buyer, buyer: { buyerId } }: ShownBuyer,
  view: DigestView,
  isLinked: boolean,
): Line {
  const { brief } = factsBeside(signal, view);
  const where = name.includes(buyer) ? '' : ` – ${cutWords(buyer, 50)}`;
  const fact = brief[0] ? ` · ${textOf(brief[0])}` : '';
  const behind = cutBytes(`${where}${fact}`, 90);
  const cut = cutBytes(name, mostNameBytes - Buffer.byteLength(JSON.stringify(behind)));
  const { signal: row, source } = linksOf(signal, buyerId, view);
  const url = row ?? source;
  // A long address takes the room of other signals.
  const to = isLinked && url !== null && url.length <= 200 ? url : null;
  return joinLines([[...linkText(cut, to, { instead: 'Open signal' }), plain(behind)]], '');
}

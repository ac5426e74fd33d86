import type { DigestSignal, DigestView } from '../../digest.ts';
import { factsBeside } from '../facts/facts.ts';
import { linksOf, linkText } from '../links.ts';
import type { Line, MessageSection } from '../message.ts';
import { rememberLast } from '../remember.ts';
import type { ShownBuyer } from '../shown-buyers.ts';
import { joinLines, linesOf, plain, textOf } from '../spans.ts';
import { cutBytes } from '../text/cut-bytes.ts';
import { cutWords } from '../text/sentences.ts';

/** What a signal may take of a message of 40, in bytes of JSON, its block not counted. */
const mostNameBytes = 180;

/** Each hot signal on one line. */
export function listNames(
  buyers: readonly ShownBuyer[],
  view: DigestView,
  mostLinked: number,
): MessageSection[] {
  const hot = buyers.flatMap((shown) => shown.hot.map((one) => ({ one, shown })));
  const items = hot.map(({ one, shown }, index) => ({
    line: nameOne(one.signal, one.name, shown.name, shown.buyer.buyerId, view, index < mostLinked),
    items: [],
  }));
  return [
    linesOf([[{ kind: 'fire' }, plain(items.length === 1 ? ' Hot' : ` ${items.length} hot`)]]),
    { kind: 'list', items },
  ];
}

const nameOne = rememberLast(
  (
    signal: DigestSignal,
    name: string,
    buyer: string,
    buyerId: string,
    view: DigestView,
    linked: boolean,
  ): Line => {
    const { brief } = factsBeside(signal, view);
    const where = name.includes(buyer) ? '' : ` – ${cutWords(buyer, 50)}`;
    const behind = cutBytes(
      `${where}${brief
        .slice(0, 1)
        .map((fact) => ` · ${textOf(fact)}`)
        .join('')}`,
      90,
    );
    const cut = cutBytes(name, mostNameBytes - Buffer.byteLength(JSON.stringify(behind)));
    const { signal: row, source } = linksOf(signal, buyerId, view);
    const url = linked ? (row ?? source) : null;
    // A long address takes the room of other signals.
    const told = linkText(cut, url !== null && url.length <= 200 ? url : null, { instead: 'Open signal' });
    return joinLines([[...told, plain(behind)]], '');
  },
);

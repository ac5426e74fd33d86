import type { DigestSignal, DigestView } from '../digests/digest.ts';
import { factsBeside } from '../facts/facts.ts';
import { cutBytes } from '../text/cut-bytes.ts';
import { cutWords } from '../text/sentences.ts';
import { linksOf, linkText } from './links.ts';
import type { Line, MessageSection } from './message.ts';
import { rememberLast } from './remember.ts';
import type { ShownBuyer } from './shown-buyers.ts';
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
    const { linked, unlinked } = nameOne(one.signal, one.name, shown.name, shown.buyer.buyerId, view);
    return { line: index < mostLinked ? linked : unlinked, items: [] };
  });
  return [
    linesOf([[{ kind: 'fire' }, plain(items.length === 1 ? ' Hot' : ` ${items.length} hot`)]]),
    { kind: 'list', items },
  ];
}

interface HotName {
  readonly linked: Line;
  readonly unlinked: Line;
}

/** Both at once: a renderer that looks for the most that fits asks for the one and the other in turn. */
const nameOne = rememberLast(
  (signal: DigestSignal, name: string, buyer: string, buyerId: string, view: DigestView): HotName => {
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
    const url = row ?? source;
    const write = (to: string | null): Line =>
      joinLines([[...linkText(cut, to, { instead: 'Open signal' }), plain(behind)]], '');
    // A long address takes the room of other signals.
    return { linked: write(url !== null && url.length <= 200 ? url : null), unlinked: write(null) };
  },
);

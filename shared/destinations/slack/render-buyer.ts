import type { BuyerSummary, DigestBuyer, DigestSignal, SummaryBlock } from '../../domain/digests/digest.ts';
import { oneLine } from '../../domain/digests/message/text/one-line.ts';
import { namesAnotherSite } from '../../domain/digests/message/text/safe-link.ts';
import { longest } from '../wording/lengths.ts';
import { findLink, pickFacts } from '../wording/pick-facts.ts';
import { nameBuyer } from '../wording/write-headline.ts';
import { type Block, type RichElement, type RichSection, richText, section } from './blocks.ts';

/**
 * One block a buyer: name, score, a line of summary, then its signals as a list, the hottest first. `named`: the
 * headline above it is the buyer's own, and says the name already.
 */
export function renderBuyer(buyer: DigestBuyer, named: boolean): Block {
  const score = buyer.score ?? buyer.summary?.score ?? null;
  const title = [
    ...(named ? [] : [richText(nameBuyer(buyer), { bold: true })]),
    ...(score === null ? [] : [richText(named ? `Score ${score}` : ` · score ${score}`)]),
  ];
  const heading = [...title, ...summaryLine(buyer, title.length > 0)];
  const signals = [...buyer.signals]
    .sort((a, b) => heat(a) - heat(b))
    .map((signal) => renderSignal(signal, buyer.name));
  return {
    type: 'rich_text',
    elements: [
      ...(heading.length > 0 ? [section(heading)] : []),
      ...(signals.length > 0
        ? [{ type: 'rich_text_list', style: 'bullet', elements: signals } as const]
        : []),
    ],
  };
}

/** For sorting: the rank of its hottest signal first; buyers and signals that are not hot keep their order. */
export function heat({ hot, hotnessRank }: Pick<DigestSignal, 'hot' | 'hotnessRank'>): number {
  return hot ? (hotnessRank ?? 1_000_000) : 2_000_000;
}

function summaryLine({ summary, summaryStatus }: DigestBuyer, below: boolean): RichElement[] {
  const start = below ? '\n' : '';
  if (summaryStatus === 'pending') return [richText(`${start}Summary not ready`, { italic: true })];
  const line = summary && pickSummary(summary);
  return line ? [richText(`${start}${line}`)] : [];
}

function pickSummary({
  whatsRecent,
  theBiggerPicture,
  areasForDeeperDiscovery,
}: BuyerSummary): string | null {
  for (const block of [whatsRecent, theBiggerPicture, areasForDeeperDiscovery]) {
    const line = block && firstText(block);
    if (line) return line;
  }
  return null;
}

function firstText({ intro, sections }: SummaryBlock): string | null {
  for (const text of [intro, ...sections.flatMap((one) => [one.text, one.title])]) {
    const line = oneLine(text, longest.summaryLine);
    if (line) return line;
  }
  return null;
}

function renderSignal(signal: DigestSignal, buyerName: string | null): RichSection {
  const name = oneLine(signal.name, longest.signalName) ?? 'Signal without a name';
  const bridge = oneLine(signal.bridgeName, longest.bridgeName);
  const facts = pickFacts(signal, buyerName);
  return section([
    ...(signal.hot ? hotMarker(signal.hotnessRank) : []),
    ...nameAndLink(name, findLink(signal)),
    ...(bridge ? [richText(` · ${bridge}`)] : []),
    ...(facts.length > 0 ? [richText(`\n${facts.join(' · ')}`)] : []),
  ]);
}

/** The name is the link, unless it says that it leads elsewhere: then it is text, and the link says where it leads. */
function nameAndLink(name: string, url: URL | null): RichElement[] {
  const bold = { bold: true } as const;
  if (url === null) return [richText(name, bold)];
  const { href } = url;
  if (!namesAnotherSite(name, url)) return [{ type: 'link', url: href, text: name, style: bold }];
  return [richText(name, bold), richText(' · '), { type: 'link', url: href, text: url.host }];
}

function hotMarker(rank: number | null): RichElement[] {
  return [{ type: 'emoji', name: 'fire' }, richText(rank === null ? ' ' : ` #${rank} `)];
}

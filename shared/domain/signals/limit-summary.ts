import type { BuyerSummary, SummaryBlock } from '../digests/digest.ts';
import { bytesOf, createRoom, cut, mostKeptBytes, shortenToFit } from './limit-text.ts';

/** A text of this length still shows its topic: below this, sources are left out, then sections. */
const shortestTexts = 1_000;

/** Cuts a summary over `mostKeptBytes`. Pure. */
export function limitSummary(summary: BuyerSummary): BuyerSummary {
  return shortenToFit((longest) => cutTexts(summary, longest), shortestTexts) ?? firstSections(summary);
}

function cutTexts<Value>(value: Value, longest: number): Value {
  const change = (one: unknown): unknown => {
    if (typeof one === 'string') return cut(one, longest);
    if (Array.isArray(one)) return one.map(change);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, change(inner)]));
  };
  return change(value) as Value;
}

/** Keeps as many sections as fit, in order, then as many of their sources. */
function firstSections(whole: BuyerSummary): BuyerSummary {
  const summary = cutTexts(whole, shortestTexts);
  const bare = mapBlocks(summary, (block) => ({ ...block, sections: [] }));
  const hasRoom = createRoom(mostKeptBytes - bytesOf(bare));
  const sectioned = mapBlocks(summary, (block) => ({
    ...block,
    sections: block.sections.filter((section) => hasRoom({ ...section, sources: [] })),
  }));
  return mapBlocks(sectioned, (block) => ({
    ...block,
    sections: block.sections.map((section) => ({ ...section, sources: section.sources.filter(hasRoom) })),
  }));
}

function mapBlocks(summary: BuyerSummary, change: (block: SummaryBlock) => SummaryBlock): BuyerSummary {
  const { whatsRecent, theBiggerPicture, areasForDeeperDiscovery } = summary;
  return {
    ...summary,
    whatsRecent: whatsRecent && change(whatsRecent),
    theBiggerPicture: theBiggerPicture && change(theBiggerPicture),
    areasForDeeperDiscovery: areasForDeeperDiscovery && change(areasForDeeperDiscovery),
  };
}

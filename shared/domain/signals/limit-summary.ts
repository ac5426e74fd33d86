import { cut, shortenInSteps } from './limit-text.ts';
import type { BuyerSummary, SummaryBlock } from './summary.ts';

/** Sources are most of the bytes of a summary, and the least of what it says. A shorter text still shows its topic. */
const steps = [
  { sections: 40, sources: 5, least: 1_000 },
  { sections: 40, sources: 2, least: 500 },
  { sections: 10, sources: 1, least: 300 },
  { sections: 4, sources: 0, least: 10 },
  { sections: 0, sources: 0, least: 1 },
] as const;

/** `sections` of a block, `sources` of a section. */
type Step = (typeof steps)[number];

export function limitSummary(summary: BuyerSummary): BuyerSummary {
  return shortenInSteps(steps, (longest, step) => shorten(summary, longest, step));
}

function shorten(summary: BuyerSummary, longest: number, step: Step): BuyerSummary {
  return {
    whatsRecent: shortenBlock(summary.whatsRecent, longest, step),
    theBiggerPicture: shortenBlock(summary.theBiggerPicture, longest, step),
    areasForDeeperDiscovery: shortenBlock(summary.areasForDeeperDiscovery, longest, step),
    score: summary.score,
    scoreReasoning: cut(summary.scoreReasoning, longest),
    generatedAt: cut(summary.generatedAt, longest),
    truncated: true,
  };
}

function shortenBlock(
  block: SummaryBlock | null,
  longest: number,
  { sections, sources }: Step,
): SummaryBlock | null {
  if (block === null) return null;
  return {
    intro: cut(block.intro, longest),
    sections: block.sections.slice(0, sections).map((section) => ({
      title: cut(section.title, longest),
      text: cut(section.text, longest),
      sources: section.sources.slice(0, sources).map((source) => ({
        ...source,
        entryName: cut(source.entryName, longest),
        triggerType: cut(source.triggerType, longest),
        triggerName: cut(source.triggerName, longest),
      })),
    })),
  };
}

import type { BuyerSummary, SummaryBlock } from '../../domain/digest.ts';
import { cutText } from '../cut-text.ts';
import { describeLoss, type Loss } from './describe-loss.ts';

/** How much of a summary is kept; what is not named is kept whole. */
export interface SummaryCut {
  /** Of a section. */
  readonly sources?: number;
  /** Of a block. */
  readonly sections?: number;
  /** Length of each text, in UTF-16 units. */
  readonly texts?: number;
}

/**
 * From the least cut to the most. Sources first: they are most of the bytes of a summary, and the least of what it
 * says. A shorter text still tells its topic, so that sections go later than the length of long texts.
 */
export const summaryCuts: readonly SummaryCut[] = [
  { sources: 3 },
  { sources: 2 },
  { sources: 1 },
  { sources: 1, texts: 4_000 },
  { sources: 1, texts: 2_000 },
  { sources: 1, sections: 10, texts: 1_000 },
  { sources: 1, sections: 6, texts: 600 },
  { sources: 1, sections: 4, texts: 400 },
  { sources: 0, sections: 4, texts: 400 },
  { sources: 0, sections: 4, texts: 200 },
  { sources: 0, sections: 2, texts: 200 },
  { sources: 0, sections: 0, texts: 200 },
];

/** The summary, cut; it says in a sentence what it lost. */
export function cutSummary(summary: BuyerSummary, cut: SummaryCut, wholeBytes: number): BuyerSummary & Loss {
  const kept = keepOf(summary, cut);
  const [sections, keptSections] = [sectionsOf(summary), sectionsOf(kept)];
  const [sources, keptSources] = [countSources(sections), countSources(keptSections)];
  const unshortened = keepOf(summary, { ...cut, texts: Infinity });
  const lost = [
    keptSources < sources && `${sources - keptSources} of ${sources} sources left out`,
    keptSections.length < sections.length &&
      `${sections.length - keptSections.length} of ${sections.length} sections left out`,
    JSON.stringify(kept) !== JSON.stringify(unshortened) && `texts cut to ${cut.texts} characters`,
  ];
  return { ...kept, ...describeLoss(lost, wholeBytes) };
}

function keepOf(summary: BuyerSummary, cut: SummaryCut): BuyerSummary {
  return {
    whatsRecent: keepOfBlock(summary.whatsRecent, cut),
    theBiggerPicture: keepOfBlock(summary.theBiggerPicture, cut),
    areasForDeeperDiscovery: keepOfBlock(summary.areasForDeeperDiscovery, cut),
    score: summary.score,
    scoreReasoning: shorten(summary.scoreReasoning, cut),
    generatedAt: shorten(summary.generatedAt, cut),
  };
}

function keepOfBlock(block: SummaryBlock | null, cut: SummaryCut): SummaryBlock | null {
  if (block === null) return null;
  return {
    intro: shorten(block.intro, cut),
    sections: block.sections.slice(0, cut.sections).map(({ title, text, sources }) => ({
      title: shorten(title, cut),
      text: shorten(text, cut),
      sources: sources.slice(0, cut.sources).map((source) => ({
        ...source,
        entryName: shorten(source.entryName, cut),
        triggerType: shorten(source.triggerType, cut),
        triggerName: shorten(source.triggerName, cut),
      })),
    })),
  };
}

const shorten = (text: string | null, { texts = Infinity }: SummaryCut) => text && cutText(text, texts);

function sectionsOf({ whatsRecent, theBiggerPicture, areasForDeeperDiscovery }: BuyerSummary) {
  return [whatsRecent, theBiggerPicture, areasForDeeperDiscovery].flatMap((block) => block?.sections ?? []);
}

function countSources(sections: SummaryBlock['sections']): number {
  return sections.reduce((count, { sources }) => count + sources.length, 0);
}

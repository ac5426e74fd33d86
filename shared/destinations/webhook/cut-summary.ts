import type { BuyerSummary, SummaryBlock } from '../../domain/digests/digest.ts';
import { cutText } from '../../domain/text/cut-text.ts';
import { describeLoss, type Loss } from './describe-loss.ts';
import { writeSummary } from './write-body.ts';

/** How much of a summary is kept; what is not named is kept whole. */
interface SummaryCut {
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
const summaryCuts: readonly SummaryCut[] = [
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

/** What one step leaves. */
interface Kept {
  readonly summary: BuyerSummary;
  readonly lost: readonly (string | false)[];
  readonly bytes: number;
}

/** The first is the whole. A composer tries many sizes of a part, and cutting the summary for each took minutes. */
const keptBySummary = new WeakMap<BuyerSummary, Kept[]>();

export interface FittedSummary {
  readonly summary: (BuyerSummary & Loss) | null;
  readonly fits: boolean;
}

/**
 * The summary, cut until its JSON takes no more than `room` bytes, but no further than to `enough`; it says in a sentence
 * what it lost.
 */
export function fitSummary(
  summary: BuyerSummary | null,
  { room, enough, wholeBytes }: { room: number; enough: number; wholeBytes: number },
): FittedSummary {
  if (summary === null) return { summary, fits: room >= 'null'.length };
  let smallest: FittedSummary['summary'] = summary;
  for (let step = 0; step <= summaryCuts.length; step += 1) {
    const kept = keepAt(summary, step);
    const loss = describeLoss(kept.lost, wholeBytes);
    smallest = { ...kept.summary, ...loss };
    const bytes = kept.bytes + (loss.truncated ? JSON.stringify(loss).length - 1 : 0);
    if (bytes <= room) return { summary: smallest, fits: true };
    if (kept.bytes <= enough) break;
  }
  return { summary: smallest, fits: false };
}

function keepAt(summary: BuyerSummary, step: number): Kept {
  const known = keptBySummary.get(summary) ?? [];
  keptBySummary.set(summary, known);
  known[step] ??= cutSummary(summary, summaryCuts[step - 1] ?? {});
  return known[step];
}

function cutSummary(summary: BuyerSummary, cut: SummaryCut): Kept {
  const kept = keepOf(summary, cut);
  const [sections, keptSections] = [sectionsOf(summary), sectionsOf(kept)];
  const [sources, keptSources] = [countSources(sections), countSources(keptSections)];
  const text = writeSummary(kept);
  const lost = [
    keptSources < sources && `${sources - keptSources} of ${sources} sources left out`,
    keptSections.length < sections.length &&
      `${sections.length - keptSections.length} of ${sections.length} sections left out`,
    cut.texts !== undefined &&
      text !== writeSummary(keepOf(summary, { ...cut, texts: Infinity })) &&
      `texts cut to ${cut.texts} characters`,
  ];
  return { summary: kept, lost, bytes: Buffer.byteLength(text) };
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

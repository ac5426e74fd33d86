import type { DigestBuyer, DigestView } from '../../shared/domain/digests/digest.ts';
import type { BuyerSummary, SummaryBlock } from '../../shared/domain/signals/summary.ts';
import { wordsIn } from '../../shared/domain/text/column-words.ts';
import { formatName } from '../../shared/domain/text/format-name.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { cutWords, sentencesOf } from '../../shared/domain/text/sentences.ts';
import { saysNothing } from '../facts/telling-sentence.ts';
import { linkText, rowLink } from '../lines/links.ts';
import type { Line } from '../lines/message.ts';
import { joinFacts, joinLines, plain, soft, strong } from '../lines/spans.ts';

const mostSources = 3;

/** Quotes two sentences of a buyer's summary with their sources, and the question that it leaves open. */
export function describeSummary({ summary, buyerId }: DigestBuyer, view: DigestView) {
  if (summary === null) return { quote: [], askNext: [] };
  const sentences = twoSentences(summary);
  const next = findNext(summary);
  return {
    quote:
      sentences.length === 0
        ? []
        : [[plain(sentences.join(' '))], ...describeSources(summary, buyerId, view)],
    // A question that begins with the word needs it no second time.
    askNext: next === null ? [] : [strong(/^ask\b/i.test(next) ? 'Next:' : 'Ask next:'), plain(` ${next}`)],
  };
}

/** `Summary not ready`: the message waited long enough for it. */
export function describePending({ summary, summaryStatus }: DigestBuyer): Line {
  return summary === null && summaryStatus === 'pending' ? [soft('Summary not ready')] : [];
}

/** Recent news comes first, and nothing is said twice. */
function twoSentences({ whatsRecent, theBiggerPicture }: BuyerSummary): string[] {
  const chosen: string[] = [];
  const said = new Set<string>();
  for (const sentence of [whatsRecent, theBiggerPicture].values().flatMap(sentencesIn)) {
    const words = wordsIn(sentence).join(' ');
    if (words === '' || said.has(words) || saysNothing(sentence)) continue;
    said.add(words);
    chosen.push(cutWords(sentence, longest.summarySentence));
    if (chosen.length === 2) break;
  }
  return chosen;
}

function sentencesIn(block: SummaryBlock | null): Iterable<string> {
  const texts = [block?.intro ?? null, ...(block?.sections ?? []).map(({ text }) => text)];
  return texts.values().flatMap(sentencesOf);
}

/** A question, where there is one; else the first sentence of the first area. */
function findNext(summary: BuyerSummary | null): string | null {
  const areas = summary?.areasForDeeperDiscovery;
  const sentences = (areas?.sections ?? []).flatMap(({ text }) => [...sentencesOf(text)]);
  const all = (sentences.length > 0 ? sentences : [...sentencesOf(areas?.intro ?? null)]).filter(
    (sentence) => !saysNothing(sentence),
  );
  const next = all.find((sentence) => sentence.endsWith('?')) ?? all[0];
  return next === undefined ? null : cutWords(next, longest.summarySentence);
}

function describeSources(
  { whatsRecent, theBiggerPicture }: BuyerSummary,
  buyerId: string,
  view: DigestView,
): Line[] {
  const known = new Map<string, Line>();
  const sections = [whatsRecent, theBiggerPicture].flatMap((block) => block?.sections ?? []);
  for (const source of sections.flatMap(({ sources }) => sources)) {
    const name =
      formatName(source.entryName, longest.sourceName) ?? formatName(source.triggerName, longest.sourceName);
    if (name === null || known.has(name)) continue;
    const url = rowLink({ buyerId, bridgeId: source.triggerId, rowId: source.entryId }, view.links);
    known.set(name, linkText(name, url, { instead: 'Open source' }));
    if (known.size === mostSources) break;
  }
  return known.size === 0 ? [] : [joinLines([[plain('Sources: ')], joinFacts([...known.values()])], '')];
}

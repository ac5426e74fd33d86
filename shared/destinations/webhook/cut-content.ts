import type {
  BuyerSummary,
  DigestBuyer,
  DigestContent,
  DigestSignal,
  SummaryBlock,
} from '../../domain/digest.ts';
import { cutText } from '../cut-text.ts';

/** How much is kept. Text lengths in UTF-16 units; what is not named is kept whole. */
export interface Cut {
  readonly names: number;
  readonly values: number;
  readonly columns?: number;
  readonly texts?: number;
  /** Sections of a summary's block, and sources of a section. */
  readonly sections?: number;
}

/** What a cut signal or summary says of itself. */
export interface Loss {
  readonly truncated?: true;
  /** What was cut, in a sentence. */
  readonly truncation?: string;
}

/** From the least cut to the most: column values, then columns, then the summary's texts, then both to the bone. */
export const cutSteps: readonly Cut[] = [
  { names: 500, values: 1_000 },
  { names: 500, values: 300 },
  { names: 500, values: 100 },
  { names: 500, values: 100, columns: 20 },
  { names: 200, values: 100, columns: 5 },
  { names: 200, values: 100, columns: 5, texts: 2_000 },
  { names: 200, values: 100, columns: 5, texts: 600, sections: 5 },
  { names: 100, values: 100, columns: 5, texts: 200, sections: 2 },
  { names: 100, values: 100, columns: 0, texts: 200, sections: 0 },
];

/** The content of one signal, cut; the signal and the summary say in a sentence what they lost. */
export function cutContent(content: DigestContent, cut: Cut, wholeBytes: number): DigestContent {
  const why = `The digest had ${wholeBytes} bytes.`;
  return { ...content, buyers: content.buyers.map((buyer) => cutBuyer(buyer, cut, why)) };
}

function cutBuyer(buyer: DigestBuyer, cut: Cut, why: string): DigestBuyer {
  const name = cutName(buyer.name, cut);
  const nameLost = name !== buyer.name;
  return {
    ...buyer,
    name,
    summary: buyer.summary && cutSummary(buyer.summary, cut, why),
    signals: buyer.signals.map((signal) => cutSignal(signal, cut, nameLost, why)),
  };
}

function cutSignal(signal: DigestSignal, cut: Cut, buyerNameLost: boolean, why: string): DigestSignal {
  const kept = {
    ...signal,
    bridgeName: cutName(signal.bridgeName, cut),
    name: cutName(signal.name, cut),
    updatedAt: cutName(signal.updatedAt, cut),
  };
  const columns = Object.entries(signal.columns);
  const keptColumns = columns
    .slice(0, cut.columns)
    .map(([name, value]) => [name, cutValue(value, cut.values)]);
  const namesLost =
    buyerNameLost ||
    kept.bridgeName !== signal.bridgeName ||
    kept.name !== signal.name ||
    kept.updatedAt !== signal.updatedAt;
  const valuesLost = keptColumns.some(([, value], index) => value !== columns[index]?.[1]);
  const columnsLost = columns.length - keptColumns.length;
  const lost = [
    valuesLost && `column values cut to ${cut.values} characters`,
    columnsLost > 0 && `${columnsLost} of ${columns.length} columns left out`,
    namesLost && `names cut to ${cut.names} characters`,
  ];
  return { ...kept, columns: Object.fromEntries(keptColumns), ...describeLoss(lost, why) };
}

/** A list or an object that is too long becomes the beginning of its JSON text. */
function cutValue(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return cutText(value, longest);
  if (typeof value !== 'object' || value === null) return value;
  const json = JSON.stringify(value);
  return json.length > longest ? cutText(json, longest) : value;
}

function cutSummary(summary: BuyerSummary, cut: Cut, why: string): BuyerSummary {
  const kept = cutSummaryTexts(summary, cut);
  const whole = cutSummaryTexts(summary, { names: Infinity, values: Infinity });
  if (JSON.stringify(kept) === JSON.stringify(whole)) return kept;
  const lost = [
    `texts cut to ${cut.texts ?? cut.names} characters`,
    cut.sections !== undefined &&
      `at most ${cut.sections} sections kept in a block, and as many sources in each`,
  ];
  return { ...kept, ...describeLoss(lost, why) };
}

function cutSummaryTexts(summary: BuyerSummary, cut: Cut): BuyerSummary {
  return {
    whatsRecent: cutBlock(summary.whatsRecent, cut),
    theBiggerPicture: cutBlock(summary.theBiggerPicture, cut),
    areasForDeeperDiscovery: cutBlock(summary.areasForDeeperDiscovery, cut),
    score: summary.score,
    scoreReasoning: cutSummaryText(summary.scoreReasoning, cut),
    generatedAt: cutName(summary.generatedAt, cut),
  };
}

function cutBlock(block: SummaryBlock | null, cut: Cut): SummaryBlock | null {
  if (block === null) return null;
  return {
    intro: cutSummaryText(block.intro, cut),
    sections: block.sections.slice(0, cut.sections).map((section) => ({
      title: cutSummaryText(section.title, cut),
      text: cutSummaryText(section.text, cut),
      sources: section.sources.slice(0, cut.sections),
    })),
  };
}

const cutName = (name: string | null, { names }: Cut) => name && cutText(name, names);

const cutSummaryText = (text: string | null, { texts }: Cut) => text && cutText(text, texts ?? Infinity);

function describeLoss(lost: readonly (string | false)[], why: string): Loss {
  const said = lost.filter((one) => one !== false);
  if (said.length === 0) return {};
  const sentence = said.join('; ');
  return { truncated: true, truncation: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. ${why}` };
}

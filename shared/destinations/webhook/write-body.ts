import type {
  BuyerSummary,
  DigestBuyer,
  DigestContent,
  DigestMute,
  DigestSignal,
  DigestView,
  SummaryBlock,
  SummarySource,
} from '../../domain/digests/digest.ts';
import { linksOf } from '../../domain/message/links.ts';
import type { HotReason } from '../../domain/signals/hotness.ts';
import { longest } from '../../domain/text/lengths.ts';
import { oneLine } from '../../domain/text/one-line.ts';

/** The body of one digest. */
export function writeBody(content: DigestContent): string {
  return stringifyWellFormed({
    type: 'digest.created',
    timestamp: content.windowEnd,
    data: {
      ...pick(content, 'digestId', 'routeId', 'part', 'more', 'windowStart', 'windowEnd'),
      totals: pick(content.totals, 'signals', 'hot', 'buyers', 'inQuietHours'),
      buyers: content.buyers.map((buyer) => writeBuyer(buyer, content.view)),
      ...pick(content, 'unreadable', 'held', 'awaitingSummary'),
      muted: content.muted.length > 0 ? content.muted.slice(0, mostMutes).map(writeMute) : undefined,
      flood: content.flood && pick(content.flood, 'newSignals', 'shown', 'rest', 'dropped'),
    },
  });
}

/**
 * Half of a surrogate pair is valid JSON, and many a parser and database refuses it: I-JSON (RFC 7493) forbids it. JSON
 * writes one as an escape, and a text that has these very letters in it with two backslashes.
 */
function stringifyWellFormed(body: unknown): string {
  return JSON.stringify(body).replace(/\\\\|\\ud[89a-f][\da-f]{2}/g, (found) =>
    found.length === 2 ? found : '\ufffd',
  );
}

/** These fields and no others: what else the ledger keeps beside them never goes out. */
function pick<From, Field extends keyof From>(from: From, ...fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}

/** Beside them there is room for a signal and a summary. */
const mostMutes = 10;

function writeMute(mute: DigestMute) {
  const named = { ...mute, name: oneLine(mute.name, longest.buyerName) };
  return pick(named, 'kind', 'id', 'name', 'until', 'signals');
}

function writeBuyer(buyer: DigestBuyer, view: DigestView) {
  return {
    ...pick(buyer, 'buyerId', 'name', 'score'),
    summary: buyer.summary && writeSummary(buyer.summary),
    summaryStatus: buyer.summaryStatus,
    signals: buyer.signals.map((signal) => writeSignal(signal, buyer.buyerId, view)),
  };
}

function writeSignal(signal: DigestSignal, buyerId: string, view: DigestView) {
  return {
    ...pick(signal, 'bridgeId', 'bridgeName', 'filterType', 'entityId', 'rowId', 'name', 'hot'),
    hotBecause: signal.hotBecause.map(writeReason),
    ...pick(signal, 'hotnessRank', 'firstSeenAt', 'updatedAt', 'columns'),
    links: linksOf(signal, buyerId, view),
    truncated: signal.truncated,
  };
}

function writeReason(reason: HotReason) {
  return reason.rule === 'column'
    ? pick(reason, 'rule', 'name', 'value', 'atLeast')
    : pick(reason, 'rule', 'rank', 'of');
}

function writeSummary(summary: BuyerSummary) {
  return {
    whatsRecent: summary.whatsRecent && writeBlock(summary.whatsRecent),
    theBiggerPicture: summary.theBiggerPicture && writeBlock(summary.theBiggerPicture),
    areasForDeeperDiscovery: summary.areasForDeeperDiscovery && writeBlock(summary.areasForDeeperDiscovery),
    ...pick(summary, 'score', 'scoreReasoning', 'generatedAt', 'truncated'),
  };
}

function writeBlock({ intro, sections }: SummaryBlock) {
  const writeSource = (source: SummarySource) =>
    pick(source, 'entryId', 'entryName', 'triggerId', 'triggerType', 'triggerName');
  return {
    intro,
    sections: sections.map(({ title, text, sources }) => ({
      title,
      text,
      sources: sources.map(writeSource),
    })),
  };
}

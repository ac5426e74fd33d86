import type {
  BuyerSummary,
  DigestBuyer,
  DigestContent,
  DigestFlood,
  DigestMute,
  DigestSignal,
  DigestTotals,
  DigestView,
  SummaryBlock,
  SummarySource,
} from '../../domain/digests/digest.ts';
import { linksOf } from '../../domain/message/links.ts';
import type { HotReason } from '../../domain/signals/hotness.ts';
import { longest } from '../../domain/text/lengths.ts';
import { oneLine } from '../../domain/text/one-line.ts';

/** The body of one digest, field by field: what else the ledger keeps beside them never goes out. */
export function writeBody(content: DigestContent): string {
  return stringifyWellFormed({
    type: 'digest.created',
    timestamp: content.windowEnd,
    data: {
      digestId: content.digestId,
      routeId: content.routeId,
      part: content.part,
      more: content.more,
      windowStart: content.windowStart,
      windowEnd: content.windowEnd,
      totals: writeTotals(content.totals),
      buyers: content.buyers.map((buyer) => writeBuyer(buyer, content.view)),
      unreadable: content.unreadable,
      held: content.held,
      awaitingSummary: content.awaitingSummary,
      muted: content.muted.length > 0 ? content.muted.slice(0, mostMutes).map(writeMute) : undefined,
      flood: content.flood && writeFlood(content.flood),
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

function writeFlood({ newSignals, shown, rest, dropped }: DigestFlood) {
  return { newSignals, shown, rest, dropped };
}

/** Beside them there is room for a signal and a summary. */
const mostMutes = 10;

function writeMute({ kind, id, name, until, signals }: DigestMute) {
  return { kind, id, name: oneLine(name, longest.buyerName), until, signals };
}

function writeTotals({ signals, hot, buyers, inQuietHours }: DigestTotals) {
  return { signals, hot, buyers, inQuietHours };
}

function writeBuyer(buyer: DigestBuyer, view: DigestView) {
  return {
    buyerId: buyer.buyerId,
    name: buyer.name,
    score: buyer.score,
    summary: buyer.summary && summaryFields(buyer.summary),
    summaryStatus: buyer.summaryStatus,
    signals: buyer.signals.map((signal) => writeSignal(signal, buyer.buyerId, view)),
  };
}

function writeSignal(signal: DigestSignal, buyerId: string, view: DigestView) {
  const links = linksOf(signal, buyerId, view);
  return {
    bridgeId: signal.bridgeId,
    bridgeName: signal.bridgeName,
    filterType: signal.filterType,
    entityId: signal.entityId,
    rowId: signal.rowId,
    name: signal.name,
    hot: signal.hot,
    hotBecause: signal.hotBecause.map(writeReason),
    hotnessRank: signal.hotnessRank,
    firstSeenAt: signal.firstSeenAt,
    updatedAt: signal.updatedAt,
    columns: signal.columns,
    links: { signal: links.signal, buyer: links.buyer, source: links.source },
    truncated: signal.truncated,
  };
}

function writeReason(reason: HotReason) {
  return reason.rule === 'column'
    ? { rule: reason.rule, name: reason.name, value: reason.value, atLeast: reason.atLeast }
    : { rule: reason.rule, rank: reason.rank, of: reason.of };
}

function summaryFields(summary: BuyerSummary) {
  return {
    whatsRecent: summary.whatsRecent && writeBlock(summary.whatsRecent),
    theBiggerPicture: summary.theBiggerPicture && writeBlock(summary.theBiggerPicture),
    areasForDeeperDiscovery: summary.areasForDeeperDiscovery && writeBlock(summary.areasForDeeperDiscovery),
    score: summary.score,
    scoreReasoning: summary.scoreReasoning,
    generatedAt: summary.generatedAt,
    truncated: summary.truncated,
  };
}

function writeBlock({ intro, sections }: SummaryBlock) {
  return {
    intro,
    sections: sections.map(({ title, text, sources }) => ({
      title,
      text,
      sources: sources.map(writeSource),
    })),
  };
}

function writeSource(source: SummarySource) {
  return {
    entryId: source.entryId,
    entryName: source.entryName,
    triggerId: source.triggerId,
    triggerType: source.triggerType,
    triggerName: source.triggerName,
  };
}

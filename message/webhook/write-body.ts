import { isoTime } from '../../shared/domain/clock.ts';
import type {
  DigestBuyer,
  DigestContent,
  DigestMute,
  DigestSignal,
  DigestView,
} from '../../shared/domain/digests/digest.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { fieldFactsOf } from '../facts/field-facts.ts';
import { linksOf } from '../lines/links.ts';
import { explainTaken } from '../routes/explain-routes.ts';

/** The version of all bodies changes when an older receiver would misread one. New fields do not change it. */
export const bodyVersion = 1;

/** Writes the body of one digest: its content without the view, and each signal's links. */
export function writeBody(content: DigestContent): string {
  const { part, windowEnd, buyers, muted, flood, view } = content;
  // Messages of a slot are a millisecond apart: sorted by this, they stand in their order.
  const createdAt = isoTime(Date.parse(view.createdAt) + part - 1);
  return stringifyWellFormed({
    type: 'digest.created',
    timestamp: windowEnd,
    data: {
      version: bodyVersion,
      digestId: content.digestId,
      digestGroupId: content.digestGroupId,
      routeId: content.routeId,
      slot: view.createdAt,
      createdAt,
      part,
      more: content.more,
      windowStart: content.windowStart,
      windowEnd,
      totals: content.totals,
      buyers: buyers.map((buyer) => writeBuyer(buyer, view)),
      unreadable: content.unreadable,
      held: content.held,
      awaitingSummary: content.awaitingSummary,
      muted: muted.length > 0 ? muted.slice(0, mostMutes).map(writeMute) : undefined,
      // The bridges of a flood are for people.
      flood: flood && { ...flood, bridges: undefined },
    },
  });
}

/**
 * Replaces half of a surrogate pair: it is valid JSON, but I-JSON (RFC 7493) forbids it, and many a parser and database
 * refuses it. JSON writes one as an escape, and a text that has these very letters in it with two backslashes.
 */
export function stringifyWellFormed(body: unknown): string {
  const json = JSON.stringify(body);
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\\\|\\ud[89a-f][\da-f]{2}/g, (found) => (found.length === 2 ? found : '\ufffd'));
}

/** More mutes would take the room of a signal and a summary. */
const mostMutes = 10;

/** The operator's words stay inside. */
function writeMute({ kind, id, name, until, signals }: DigestMute) {
  return { kind, id, name: oneLine(name, longest.buyerName), until, signals };
}

function writeBuyer(buyer: DigestBuyer, view: DigestView) {
  const signals = buyer.signals.map((signal) => writeSignal(signal, view, buyer.buyerId, buyer.name));
  return { ...buyer, signals };
}

function writeSignal(signal: DigestSignal, view: DigestView, id: string, name: string | null) {
  const { truncated, ...told } = signal;
  const { bridgeId, bridgeName, columns, hot, hotUnknown } = signal;
  const candidate = {
    bridgeId: bridgeId.toLowerCase(),
    bridgeName,
    columns,
    unsettled: [],
    buyerId: id.toLowerCase(),
    buyerName: name,
    hot: hotUnknown ? null : hot,
  };
  const facts = fieldFactsOf(signal, view);
  const reason = explainTaken(view.route ?? { match: {} }, candidate, view.timezone);
  return { ...told, facts, reason, links: linksOf(signal, view, id), truncated };
}

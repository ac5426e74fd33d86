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

/** Of all bodies. It changes with what an older receiver would misread; fields may be added without. */
export const bodyVersion = 1;

/** The body of one digest: its content without the view, and each signal's links. */
export function writeBody(content: DigestContent): string {
  const {
    digestId,
    digestGroupId,
    routeId,
    part,
    more,
    windowStart,
    windowEnd,
    totals,
    buyers,
    flood,
    view,
  } = content;
  const { unreadable, held, awaitingSummary, muted } = content;
  // Each message of a slot a millisecond after the one before: sorted by this, they stand in their order.
  const createdAt = isoTime(Date.parse(view.createdAt) + part - 1);
  return stringifyWellFormed({
    type: 'digest.created',
    timestamp: windowEnd,
    data: {
      ...{ version: bodyVersion, digestId, digestGroupId, routeId },
      slot: view.createdAt,
      createdAt,
      part,
      more,
      ...{ windowStart, windowEnd, totals },
      buyers: buyers.map((buyer) => writeBuyer(buyer, view)),
      ...{ unreadable, held, awaitingSummary },
      muted: muted.length > 0 ? muted.slice(0, mostMutes).map(writeMute) : undefined,
      // The bridges of a flood are for people.
      flood: flood && { ...flood, bridges: undefined },
    },
  });
}

/**
 * Half of a surrogate pair is valid JSON, and many a parser and database refuses it: I-JSON (RFC 7493) forbids it. JSON
 * writes one as an escape, and a text that has these very letters in it with two backslashes.
 */
export function stringifyWellFormed(body: unknown): string {
  const json = JSON.stringify(body);
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\\\|\\ud[89a-f][\da-f]{2}/g, (found) => (found.length === 2 ? found : '\ufffd'));
}

/** Beside them there is room for a signal and a summary. */
const mostMutes = 10;

/** Without the operator's words. */
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
    ...{ bridgeId: bridgeId.toLowerCase(), bridgeName, columns, unsettled: [] },
    ...{ buyerId: id.toLowerCase(), buyerName: name, hot: hotUnknown ? null : hot },
  };
  const facts = fieldFactsOf(signal, view);
  const reason = explainTaken(view.route ?? { match: {} }, candidate, view.timezone);
  return { ...told, facts, reason, links: linksOf(signal, view, id), truncated };
}

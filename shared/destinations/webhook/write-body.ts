import type { DigestBuyer, DigestContent, DigestMute, DigestView } from '../../domain/digests/digest.ts';
import { linksOf } from '../../domain/message/links.ts';
import { longest } from '../../domain/text/lengths.ts';
import { oneLine } from '../../domain/text/one-line.ts';

/** The body of one digest: its content without the view, and each signal's links. */
export function writeBody(content: DigestContent): string {
  const { digestId, routeId, part, more, windowStart, windowEnd, totals, buyers, flood, view } = content;
  const { unreadable, held, awaitingSummary, muted } = content;
  return stringifyWellFormed({
    type: 'digest.created',
    timestamp: windowEnd,
    data: {
      ...{ digestId, routeId, part, more, windowStart, windowEnd, totals },
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
  return JSON.stringify(body).replace(/\\\\|\\ud[89a-f][\da-f]{2}/g, (found) =>
    found.length === 2 ? found : '\ufffd',
  );
}

/** Beside them there is room for a signal and a summary. */
const mostMutes = 10;

/** Without the operator's words. */
function writeMute({ kind, id, name, until, signals }: DigestMute) {
  return { kind, id, name: oneLine(name, longest.buyerName), until, signals };
}

function writeBuyer(buyer: DigestBuyer, view: DigestView) {
  const signals = buyer.signals.map(({ truncated, ...signal }) => {
    return { ...signal, links: linksOf(signal, buyer.buyerId, view), truncated };
  });
  return { ...buyer, signals };
}

import type { DigestBuyer, DigestContent, DigestView } from '../../domain/digests/digest.ts';
import { rememberLast } from '../../domain/message/remember.ts';
import { countSummaryBytes } from './cut-summary.ts';
import { type LinkedBuyer, type LinkedSignal, linkSignals } from './link-signals.ts';
import { writeBody, writeBuyerAlone, writeOneSignal } from './write-body.ts';

/**
 * The bytes of a body, without writing it: those of its pieces, added up. A composer asks for hundreds of sizes until it
 * knows which signals go into which part, and each signal is written once for all of them.
 */
export function countBodyBytes(content: DigestContent): number {
  const buyers = content.buyers.map((buyer) => countWhole(buyer, content.view));
  return countWithout(content) + countList(buyers);
}

/** Of a body with one buyer, as it is written. */
export function countBytesWith(content: DigestContent, buyer: LinkedBuyer): number {
  return countWithout(content) + countBuyer(buyer);
}

function countWithout(content: DigestContent): number {
  return Buffer.byteLength(writeBody(content, []));
}

const countWhole = rememberLast((buyer: DigestBuyer, view: DigestView) =>
  countBuyer(linkSignals(buyer, view)),
);

function countBuyer(buyer: LinkedBuyer): number {
  const alone = Buffer.byteLength(writeBuyerAlone(buyer)) - 'null'.length;
  return (
    alone + countSummaryBytes(buyer.summary) + countList(buyer.signals.map((signal) => countSignal(signal)))
  );
}

const countSignal = rememberLast((signal: LinkedSignal) => Buffer.byteLength(writeOneSignal(signal)));

/** With a comma between each two. */
function countList(bytes: readonly number[]): number {
  return bytes.reduce((sum, one) => sum + one, Math.max(0, bytes.length - 1));
}

import type { DigestContent } from '../../domain/digests/digest.ts';
import { rememberLast } from '../../domain/digests/message/remember.ts';
import { countSummaryBytes } from './cut-summary.ts';
import type { LinkedBuyer, LinkedSignal } from './link-signals.ts';
import { writeBody, writeBuyerAlone, writeOneSignal } from './write-body.ts';

/**
 * The bytes of a body, without writing it: those of its pieces, added up. A composer asks for hundreds of sizes until it
 * knows which signals go into which part, and each signal is written once for all of them.
 */
export function countBodyBytes(content: DigestContent, buyers: readonly LinkedBuyer[]): number {
  return Buffer.byteLength(writeBody(content, [])) + countList(buyers.map((buyer) => countBuyer(buyer)));
}

const countBuyer = rememberLast((buyer: LinkedBuyer): number => {
  const alone = Buffer.byteLength(writeBuyerAlone(buyer)) - 'null'.length;
  return (
    alone + countSummaryBytes(buyer.summary) + countList(buyer.signals.map((signal) => countSignal(signal)))
  );
});

const countSignal = rememberLast((signal: LinkedSignal) => Buffer.byteLength(writeOneSignal(signal)));

/** With a comma between each two. */
function countList(bytes: readonly number[]): number {
  return bytes.reduce((sum, one) => sum + one, Math.max(0, bytes.length - 1));
}

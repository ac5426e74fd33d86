import type { DigestBuyer, DigestContent } from '../../domain/digests/digest.ts';
import type { Renderer } from '../destination.ts';
import { cutSignals, signalCuts } from './cut-signals.ts';
import { fitSummary } from './cut-summary.ts';
import { type LinkedBuyer, linkSignals } from './link-signals.ts';
import { writeBody } from './write-body.ts';
import { writeHeartbeat } from './write-heartbeat.ts';

/** Standard Webhooks 1.0.0 asks for payloads under 20 kB. */
const longestBodyBytes = 20_000;
/**
 * Beside several signals a summary that takes no more than this is cut no further: what more signals in a part
 * would save are messages, and what they would cost is the rest of the summary.
 */
const enoughSummaryBytes = 5_000;

/** The body of a webhook, as docs/digest.schema.json describes it. */
export const webhookRenderer: Renderer = {
  render(content) {
    const only = onlyBuyer(content.buyers);
    return only === null ? writeWhole(content) : writeBody(content, [fitBuyer(content, only).buyer]);
  },
  fits(content) {
    const only = onlyBuyer(content.buyers);
    return only === null ? bytesOf(writeWhole(content)) <= longestBodyBytes : fitBuyer(content, only).fits;
  },
  renderHeartbeat: writeHeartbeat,
};

function writeWhole(content: DigestContent): string {
  return writeBody(
    content,
    content.buyers.map((buyer) => linkSignals(buyer, content.view)),
  );
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Buyers are parted without a loss. The signals of one are not: its summary is repeated in each part. */
function onlyBuyer(buyers: readonly DigestBuyer[]): DigestBuyer | null {
  return buyers.length === 1 ? (buyers[0] ?? null) : null;
}

/**
 * The background is cut before the news, and neither more than it must be. Several signals are never cut: where they
 * don't fit, the composer puts fewer into the part. One alone is cut until it fits.
 */
function fitBuyer(
  content: DigestContent,
  whole: DigestBuyer,
): { readonly buyer: LinkedBuyer; readonly fits: boolean } {
  const buyer = linkSignals(whole, content.view);
  const several = buyer.signals.length > 1;
  const enough = several ? enoughSummaryBytes : 0;
  const countBeside = (written: LinkedBuyer): number =>
    bytesOf(writeBody(content, [{ ...written, summary: null }])) - 'null'.length;
  const wholeBytes = bytesOf(writeBody(content, [buyer]));
  let smallest = buyer;
  for (const cut of several ? [null] : [null, ...signalCuts]) {
    const kept = cut ? cutSignals(buyer, cut, wholeBytes) : buyer;
    const room = longestBodyBytes - countBeside(kept);
    const { summary, fits } = fitSummary(buyer.summary, { room, enough, wholeBytes });
    smallest = { ...kept, summary };
    if (fits) return { buyer: smallest, fits };
  }
  return { buyer: smallest, fits: false };
}

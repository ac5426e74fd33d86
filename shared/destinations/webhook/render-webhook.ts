import type { DigestContent } from '../../domain/digests/digest.ts';
import type { Renderer } from '../destination.ts';
import { countBodyBytes } from './count-body.ts';
import { cutSignals, signalCuts } from './cut-signals.ts';
import { countSummaryBytes, fitSummary } from './cut-summary.ts';
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
    const buyers = linkBuyers(content);
    const only = onlyBuyer(buyers);
    return writeBody(content, only === null ? buyers : [fitBuyer(content, only).buyer]);
  },
  fits(content) {
    const buyers = linkBuyers(content);
    const only = onlyBuyer(buyers);
    return only === null ? countBodyBytes(content, buyers) <= longestBodyBytes : fitBuyer(content, only).fits;
  },
  renderHeartbeat: writeHeartbeat,
};

function linkBuyers({ buyers, view }: DigestContent): readonly LinkedBuyer[] {
  return buyers.map((buyer) => linkSignals(buyer, view));
}

/** Buyers are parted without a loss. The signals of one are not: its summary is repeated in each part. */
function onlyBuyer([buyer, ...others]: readonly LinkedBuyer[]): LinkedBuyer | null {
  return buyer === undefined || others.length > 0 ? null : buyer;
}

/**
 * The background is cut before the news, and neither more than it must be. Several signals are never cut: where they
 * don't fit, the composer puts fewer into the part. One alone is cut until it fits.
 */
function fitBuyer(
  content: DigestContent,
  buyer: LinkedBuyer,
): { readonly buyer: LinkedBuyer; readonly fits: boolean } {
  const several = buyer.signals.length > 1;
  const enough = several ? enoughSummaryBytes : 0;
  const countBeside = (written: LinkedBuyer) =>
    countBodyBytes(content, [{ ...written, summary: null }]) - 'null'.length;
  const wholeBytes = countBeside(buyer) + countSummaryBytes(buyer.summary);
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

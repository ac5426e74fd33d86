import type { DigestContent } from '../../domain/digest.ts';
import type { Renderer } from '../destination.ts';
import { type Cut, cutContent, signalCuts } from './cut-content.ts';
import { cutSummary, type SummaryCut, summaryCuts } from './cut-summary.ts';
import { writeBody } from './write-body.ts';
import { writeHeartbeat } from './write-heartbeat.ts';

/** Standard Webhooks 1.0.0 asks for payloads under 20 kB. */
const longestBodyBytes = 20_000;
/**
 * Beside several signals a summary that takes no more than this is cut no further: what more signals in a part
 * would save are messages, and what they would cost is the rest of the summary.
 */
const smallestSummaryBytes = 5_000;

const backgroundCuts = [undefined, ...summaryCuts];

/** The body of a webhook, as docs/digest.schema.json describes it. */
export const webhookRenderer: Renderer = {
  render(content) {
    const whole = writeBody(content);
    // Buyers are parted without a loss. The signals of one are not: its summary is repeated in each part.
    if (fits(whole) || content.buyers.length > 1) return whole;
    return renderCut(content, Buffer.byteLength(whole)) ?? whole;
  },
  renderHeartbeat: writeHeartbeat,
  fits,
};

/**
 * The background is cut before the news, and neither more than it must be. Null where several signals don't fit
 * like that: the composer puts fewer into the part. One signal is cut itself until it fits.
 */
function renderCut(content: DigestContent, wholeBytes: number): string | null {
  const write = (cut: Cut) => writeBody(cutContent(content, cut, wholeBytes));
  const several = countSignals(content) > 1;
  const background = several ? gentleCuts(content, wholeBytes) : backgroundCuts;
  for (const signals of several ? [undefined] : [undefined, ...signalCuts]) {
    // Where the most cut doesn't fit, none does (but for the few bytes in which it says so): most trials end here.
    const smallest = write({ signals, summary: background.at(-1) });
    if (!fits(smallest)) continue;
    for (const summary of background) {
      const body = write({ signals, summary });
      if (fits(body)) return body;
    }
  }
  return several ? null : write({ signals: signalCuts.at(-1), summary: background.at(-1) });
}

/** Up to the first cut that leaves little enough of the summary, which may be none. */
function gentleCuts({ buyers }: DigestContent, wholeBytes: number): readonly (SummaryCut | undefined)[] {
  const summary = buyers[0]?.summary;
  const enough = backgroundCuts.findIndex((cut) => {
    const kept = summary && cut ? cutSummary(summary, cut, wholeBytes) : summary;
    return Buffer.byteLength(JSON.stringify(kept ?? null)) <= smallestSummaryBytes;
  });
  return enough < 0 ? backgroundCuts : backgroundCuts.slice(0, enough + 1);
}

function fits(body: string): boolean {
  return Buffer.byteLength(body) <= longestBodyBytes;
}

function countSignals({ buyers }: DigestContent): number {
  return buyers.reduce((count, buyer) => count + buyer.signals.length, 0);
}

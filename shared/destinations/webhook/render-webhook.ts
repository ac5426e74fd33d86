import type { DigestContent } from '../../domain/digest.ts';
import type { Renderer } from '../destination.ts';
import { cutContent, cutSteps } from './cut-content.ts';
import { writeBody } from './write-body.ts';
import { writeHeartbeat } from './write-heartbeat.ts';

/** Standard Webhooks 1.0.0 asks for payloads under 20 kB; one signal alone is cut until it is. */
const longestBodyBytes = 20_000;

/** The body of a webhook, as docs/digest.schema.json describes it. */
export const webhookRenderer: Renderer = {
  render(content) {
    const whole = writeBody(content);
    // More than one signal: the composer puts fewer into the part, and nothing need be cut.
    if (countSignals(content) > 1 || fits(whole)) return whole;
    const wholeBytes = Buffer.byteLength(whole);
    let body = whole;
    for (const step of cutSteps) {
      body = writeBody(cutContent(content, step, wholeBytes));
      if (fits(body)) break;
    }
    return body;
  },
  renderHeartbeat: writeHeartbeat,
  fits,
};

function fits(body: string): boolean {
  return Buffer.byteLength(body) <= longestBodyBytes;
}

function countSignals({ buyers }: DigestContent): number {
  return buyers.reduce((count, buyer) => count + buyer.signals.length, 0);
}

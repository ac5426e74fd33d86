import type { DigestContent } from '../../domain/digests/digest.ts';
import type { Renderer } from '../destination.ts';
import { writeBody } from './write-body.ts';
import { writeHeartbeat } from './write-heartbeat.ts';

/** Standard Webhooks 1.0.0 asks for payloads under 20 kB. */
const longestBodyBytes = 20_000;

/**
 * The body of a webhook, as docs/digest.schema.json describes it. A single signal is always sent: the ledger keeps no
 * more of it and of its buyer's summary than fits.
 */
export const webhookRenderer: Renderer = {
  render: writeBody,
  fits: (content: DigestContent) => Buffer.byteLength(writeBody(content)) <= longestBodyBytes,
  renderHeartbeat: writeHeartbeat,
};

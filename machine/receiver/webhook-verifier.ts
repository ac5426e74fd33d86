import { Webhook, WebhookVerificationError } from 'standardwebhooks';

export type SignatureVerdict = 'valid' | 'invalid' | 'none';

export interface SignedRequest {
  readonly body: string;
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

/**
 * Verifies as a customer would, with Standard Webhooks' own package, so the pipeline's signatures are checked by
 * independent code.
 */
export function createVerifier(signingSecret: string): (request: SignedRequest) => SignatureVerdict {
  const webhook = new Webhook(signingSecret);
  return ({ body, id, timestamp, signature }) => {
    if (!id || !timestamp || !signature) return 'none';
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    try {
      webhook.verify(body, headers, { jsonParse: false });
      return 'valid';
    } catch (error) {
      if (error instanceof WebhookVerificationError) return 'invalid';
      throw error;
    }
  };
}

import { Webhook } from 'standardwebhooks';
import type { DigestBuyer, DigestContent } from '../../../shared/domain/digests/digest.ts';
import { schemaFaults } from './digest-schema.ts';
import { type Answer, type ReceivedRequest, startReceiver } from './receiver.ts';

interface InboxDigest {
  readonly id: string;
  /** The last part of the address that it came to. */
  readonly to: string;
  readonly data: Pick<DigestContent, 'digestId' | 'routeId' | 'unreadable' | 'buyers'>;
}

interface InboxReport {
  readonly to: string;
  readonly type: string;
  readonly data: { readonly routeId: string; readonly sentence: string };
}

export type WebhookInbox = Awaited<ReturnType<typeof startWebhookInbox>>;

/** A customer's webhook: checks each signature with Standard Webhooks' own package, and takes each id once. */
export async function startWebhookInbox(signingSecret: string) {
  const verifier = new Webhook(signingSecret);
  const bytesOf = new Map<string, string>();
  const taken = new Map<string, InboxDigest>();
  const reports = new Map<string, InboxReport>();
  const problems: string[] = [];

  const look = (request: ReceivedRequest): string => {
    const id = String(request.headers['webhook-id']);
    const known = bytesOf.get(id);
    if (known !== undefined && known !== request.body)
      problems.push(`${id} came with other bytes than before`);
    bytesOf.set(id, request.body);
    try {
      verifier.verify(request.body, request.headers as Record<string, string>);
    } catch (error) {
      problems.push(`${id}: ${String(error)}`);
    }
    problems.push(...schemaFaults(JSON.parse(request.body)).map((fault) => `${id}: ${fault}`));
    return id;
  };

  const receiver = await startReceiver({
    answers: (request, index) => {
      // Asks whether somebody is there; it brings no digest.
      if (request.method === 'OPTIONS') return { status: 204 };
      const id = look(request);
      const answer = inbox.answer?.(request, index) ?? { status: 204 };
      const accepted = !answer.cut && (answer.status ?? 200) < 300;
      if (accepted && !taken.has(id) && !reports.has(id)) {
        const to = request.path.split('/').at(-1) ?? '';
        const { type, data } = JSON.parse(request.body);
        if (type === 'digest.created') taken.set(id, { id, to, data });
        else reports.set(id, { to, type, data });
      }
      return answer;
    },
  });

  const inbox = {
    /** A destination's address; each name is one of its own at the same receiver. */
    urlOf: (name: string) => `${receiver.url}/${name}`,
    /** What was answered with a 2xx, each id once, in order. */
    get digests(): InboxDigest[] {
      return [...taken.values()];
    },
    get recaps(): InboxReport[] {
      return [...reports.values()].filter(({ type }) => type === 'recap.created');
    },
    /** Every request, refused and repeated ones too. */
    requests: receiver.requests,
    /** A bad signature, other bytes under a known id, a body that the schema refuses. */
    problems: problems as readonly string[],
    /** Decides the next answers; undefined answers 204. */
    answer: undefined as ((request: ReceivedRequest, index: number) => Answer | undefined) | undefined,
    /** `bridgeId/rowId` of all signals taken, repeated ones repeated; of one name, or of all. */
    signals: (to?: string): string[] =>
      inbox.buyers(to).flatMap(({ signals }) => signals.map(({ bridgeId, rowId }) => `${bridgeId}/${rowId}`)),
    buyers: (to?: string): DigestBuyer[] =>
      inbox.digests
        .filter((digest) => to === undefined || digest.to === to)
        .flatMap(({ data }) => [...data.buyers]),
    received: receiver.received,
    close: receiver.close,
  };
  return inbox;
}

import type { LambdaFunctionURLEvent } from 'aws-lambda';
import { readPublicKey, verifyEvent, verifySlack } from '../../message/send/verify-call.ts';
import { readClick } from '../../message/slack/read-click.ts';
import { readKeys } from '../../message/webhook/sign.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { jsonIn } from '../../shared/domain/json-in.ts';
import type { SecretReference } from '../../shared/domain/routes/route.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';
import { readHint } from './read-hint.ts';

type Ports = Pick<FunctionPorts, 'config' | 'clock' | 'observe' | 'queue' | 'secrets'> &
  LedgerPort<'inbound'>;
/** An event of a function URL, or one of that form by hand. */
type Call = Partial<LambdaFunctionURLEvent> & { readonly dryRun?: boolean };

export const mostBytes = 256 * 1024;
const freshMs = 5 * 60_000;

export type Answer = ReturnType<typeof answer>;
function answer(statusCode: number, told?: Readonly<Record<string, string>>) {
  const headers = { 'content-type': told ? 'application/json' : 'text/plain' };
  return { statusCode, headers, body: told ? JSON.stringify(told) : '' };
}

/** The one answer to every call that nobody signed: it learns nothing, and no log or ledger knows of it. */
const refused = answer(401, { error: 'unauthorized' });
export const unavailable = answer(503, { error: 'unavailable' });

/** Takes each signed call once. A crash before it is noted repeats it, which does no harm. */
export function createHandler(ports: Ports) {
  const { clock, observe, ledger, queue } = ports;
  const { events, slack } = ports.config.inbound ?? {};
  const publicKeys = (events?.publicKey ?? []).map(readPublicKey);
  const eventKeys = keepKeys(ports, events?.signingSecret, readKeys);
  const slackKeys = keepKeys(ports, slack?.signingSecret, (secret) =>
    secret.split(/\s+/).map((key) => Buffer.from(key)),
  );

  return async (event: unknown): Promise<Answer> => {
    const { rawPath: path = '', requestContext, body = '', isBase64Encoded, ...sent } = event as Call;
    const isSlack = slack !== undefined && path === '/slack';
    const isOn = isSlack || (events !== undefined && path === '/events');
    const encoding = isBase64Encoded ? 'base64' : 'utf8';
    if (!isOn || requestContext?.http.method !== 'POST' || sent.dryRun) return refused;
    if (Buffer.byteLength(body, encoding) > mostBytes) return refused;
    const headers = new Map(Object.entries(sent.headers ?? {}).map(([name, is]) => [name.toLowerCase(), is]));
    const header = (name: string): string => headers.get(name) ?? '';
    const call = { header, body: () => Buffer.from(body, encoding) };
    const signedAt = header(isSlack ? 'x-slack-request-timestamp' : 'webhook-timestamp');
    const isFresh = Math.abs(clock.now() - Number(signedAt) * 1000) <= freshMs;
    if (!isFresh || !/^\d+$/.test(signedAt)) return refused;
    const keys = isSlack ? await slackKeys() : await eventKeys();
    if (keys === null) return unavailable;
    const id = isSlack ? verifySlack(call, keys) : verifyEvent(call, keys, publicKeys);
    if (id === null) return refused;

    // Slack shows its reader the text of an answer, and a warning at another status.
    const taken = answer(isSlack ? 200 : 202);
    if (await ledger.inbound.isHandled(path, id)) return taken;
    const text = call.body().toString();
    const read = isSlack
      ? readClick(jsonIn(new URLSearchParams(text).get('payload') ?? ''), slack)
      : readHint(jsonIn(text));
    if ('ignored' in read) {
      observe({ kind: 'call-ignored', path, reason: read.ignored });
      return 'wrong' in read ? answer(400, { error: read.ignored }) : taken;
    }
    if ('kind' in read) await queue('clicks').send([read]);
    else await queue('events').send([read]);
    await ledger.inbound.noteHandled(path, id);
    observe({ kind: 'call-taken', path });
    return taken;
  };
}

/** A secret is read once in five minutes for all callers, or in one after a failure: then no call is taken. */
function keepKeys(
  { clock, observe, secrets }: Ports,
  from: SecretReference | undefined,
  read: (secret: string, field: string) => readonly Buffer[],
) {
  let kept: Promise<readonly Buffer[] | null> = Promise.resolve([]);
  let until = 0;
  return () => {
    const now = clock.now();
    if (from === undefined || now < until) return kept;
    until = now + 5 * 60_000;
    const fail = (error: unknown): null => {
      until = now + 60_000;
      observe({ kind: 'inbound-closed', problem: describeError(error) });
      return null;
    };
    const { secret } = from;
    kept = secrets
      .get(secret, { fresh: true })
      .then((text) => read(text, `secret ${secret}`))
      .catch(fail);
    return kept;
  };
}

import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Clock, Random } from '../../domain/clock.ts';
import { type AwsEnvironment, type Place, readPlace } from './aws-environment.ts';
import { type CallError, serviceError } from './aws-error.ts';
import { type Answer, exchange, type Timeouts } from './exchange.ts';
import { createRetries, type Retry } from './retries.ts';
import type { AwsService } from './services.ts';
import { signRequest } from './sign-request.ts';

export interface SignedClientSettings {
  readonly service: AwsService;
  readonly timeouts: Timeouts;
  /** Read at each call. */
  readonly environment: AwsEnvironment;
  readonly clock: Clock;
  readonly random: Random;
}

/** A service's operations by name: what each takes and what it answers. */
export type Operations = Readonly<Record<string, readonly [input: object, output: object]>>;

/**
 * Calls an operation. Rejects with the service's error, its name as in the API reference; with Node's error for a lost
 * connection; or with `TimeoutError`. Each has `$metadata` as in the SDK, and none holds a credential.
 */
export type AwsCall<Of extends Operations> = <Name extends keyof Of & string>(
  operation: Name,
  input: Of[Name][0],
) => Promise<Of[Name][1]>;

/** As many sockets as the SDK opens. */
const maxSockets = 50;
/** AWS rejects a signature by a clock that is five minutes wrong. The SDK corrects its clock from here. */
const skewMs = 240_000;

/**
 * A client of one service that signs and sends JSON, and does nothing else: the SDK's clients are three quarters of a
 * bundle (ADR 72). Timeouts, retries and the correction of a wrong clock are the SDK's.
 */
export function createSignedClient<Of extends Operations>(settings: SignedClientSettings): AwsCall<Of> {
  const { service, clock } = settings;
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets }),
  };
  const retries = createRetries(service, settings.random);
  let offsetMs = 0;

  const attempt = async (operation: string, body: string, place: Place): Promise<object> => {
    const signedOffsetMs = offsetMs;
    const answer = await exchange({
      url: place.endpoint,
      headers: headersOf(settings, operation, body, place, clock.now() + offsetMs),
      body,
      agent: agents[place.endpoint.protocol === 'http:' ? 'http:' : 'https:'],
      timeouts: settings.timeouts,
    });
    const foundMs = offsetOf(answer, clock.now());
    const skewed = foundMs !== null && Math.abs(foundMs - signedOffsetMs) >= skewMs;
    if (skewed) offsetMs = foundMs;
    return readAnswer(service, answer, place, skewed);
  };

  const call = async (operation: string, input: object): Promise<object> => {
    const place = readPlace(service, settings.environment);
    const token = service.tokens?.[operation];
    const body = JSON.stringify(token === undefined ? input : { [token]: randomUUID(), ...input });
    let retry: Retry | null = null;
    for (let attempts = 1; ; attempts++) {
      try {
        const output = await attempt(operation, body, place);
        retries.succeeded(retry);
        return output;
      } catch (caught) {
        const error = caught as CallError;
        error.$metadata = { ...error.$metadata, attempts };
        retry = retries.next(attempts, error);
        if (retry === null) throw error;
        await clock.sleep(retry.pauseMs);
      }
    }
  };
  return call as AwsCall<Of>;
}

function headersOf(
  { service, environment }: SignedClientSettings,
  operation: string,
  body: string,
  { endpoint, region, credentials }: Place,
  now: number,
): Record<string, string> {
  const headers = {
    'content-type': `application/x-amz-json-${service.jsonVersion}`,
    'x-amz-target': `${service.target}.${operation}`,
  };
  const signed = signRequest({ url: endpoint, headers, body, service: service.id, region, credentials, now });
  // By it, Lambda finds functions that invoke each other endlessly, and stops them.
  const trace = environment._X_AMZN_TRACE_ID;
  return { ...signed, 'user-agent': 'signalpost', ...(trace && { 'x-amzn-trace-id': trace }) };
}

/** How far AWS's clock is ahead of this one; null without its time, or for the time of a cached answer. */
function offsetOf({ headers }: Answer, now: number): number | null {
  const time = headers.age === undefined ? Date.parse(headers.date ?? '') : Number.NaN;
  return Number.isNaN(time) ? null : time - now;
}

function readAnswer(service: AwsService, answer: Answer, { credentials }: Place, skewed: boolean): object {
  const found = { httpStatusCode: answer.status, clockSkewCorrected: skewed };
  const body = parse(answer.body);
  if (body === null) {
    // Without the text: the error goes into logs.
    const error = new SyntaxError(
      `the answer of ${service.id} is not a JSON object (status ${answer.status})`,
    );
    throw Object.assign(error, { $metadata: found });
  }
  if (answer.status < 300) return body;
  throw Object.assign(serviceError(answer, body, credentials), { $metadata: found });
}

/** null if it is not an object of JSON. */
function parse(text: string): object | null {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

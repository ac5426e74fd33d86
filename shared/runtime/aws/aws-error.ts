import type { Answer } from './exchange.ts';
import type { Credentials } from './sign-request.ts';

/** How a call ended that failed; in the SDK's form, which the ports' errors are made from. */
export interface CallMetadata {
  /** Of the last attempt; absent if no answer came. */
  readonly httpStatusCode?: number;
  readonly attempts?: number;
  /** The answer's time showed that the request was signed with a wrong clock. */
  readonly clockSkewCorrected?: boolean;
}

/** An error with what is known of the call. `code`: of Node. */
export type CallError = Error & { $metadata?: CallMetadata; readonly code?: string };

/** The part of AWS's error that the ports read. */
interface ErrorBody {
  readonly __type?: unknown;
  readonly message?: unknown;
  readonly Message?: unknown;
  readonly Item?: unknown;
  readonly CancellationReasons?: unknown;
}

/** A service's own error, by its name as in the API reference: `ThrottlingException`. */
export function serviceError(answer: Answer, body: ErrorBody, credentials: Credentials): Error {
  const { Item, CancellationReasons } = body;
  const message = String(body.message ?? body.Message ?? 'no message');
  return Object.assign(new Error(withoutCredentials(message, credentials)), {
    name: errorName(answer, body),
    ...(Item !== undefined && { Item }),
    ...(CancellationReasons !== undefined && { CancellationReasons }),
  });
}

/** `com.amazonaws.dynamodb.v20120810#ThrottlingException`, or the header of a front end that knows no JSON protocol. */
function errorName({ status, headers }: Answer, { __type }: ErrorBody): string {
  const told = typeof __type === 'string' ? __type : String(headers['x-amzn-errortype'] ?? '');
  const name = told.split(/[,:]/)[0]?.split('#').at(-1) ?? '';
  return /^[\w.]{1,100}$/.test(name) ? name : `Status${status}`;
}

/** AWS explains a wrong signature with the request's own headers, the session token among them. */
function withoutCredentials(text: string, credentials: Credentials): string {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return [secretAccessKey, sessionToken, accessKeyId]
    .filter((value) => value !== undefined && value !== '')
    .reduce<string>((rest, value) => rest.replaceAll(String(value), '[redacted]'), text);
}

/** An error between this machine and AWS: a sentence with its fix, and the exit code. */
export interface AwsProblem {
  readonly kind: 'credentials' | 'region' | 'denied' | 'throttled' | 'unreachable';
  readonly sentence: string;
  /** 2: this machine's settings are wrong; 1: AWS refused or was not there. */
  readonly exitCode: 1 | 2;
}

/**
 * Explains an error of the SDK, or one that the ledger wrapped; null for any other error. Errors are recognized by
 * their names: their classes are in the SDK, which commands without `--stage` must not load.
 */
export function awsProblem(error: unknown): AwsProblem | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth++) {
    const problem = problemOf(cause);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOf(error: Error): AwsProblem | null {
  const { name, message } = error;
  // First, because the message contains the profile's name, which may match any of the checks below.
  if (localCredentials.has(name) && message.includes('multi-factor authentication')) {
    return credentials(
      "the profile needs an MFA code, which signalpost can't ask for; let AWS's own CLI ask for it: " +
        'eval "$(aws configure export-credentials --profile PROFILE --format env)"',
    );
  }
  if (expired.has(name) || (localCredentials.has(name) && /expired|refresh|sso/i.test(message))) {
    return credentials(
      "the credentials have expired; sign in again, with AWS's own CLI: aws sso login, or aws login",
    );
  }
  if (localCredentials.has(name)) {
    return credentials(
      'no credentials were found; set AWS_PROFILE to a profile that is signed in (aws configure list shows it), ' +
        'or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  }
  if (unknown.has(name)) return credentials(tellUnknown(name));
  if (disabledRegion.has(name)) {
    return region(
      `the region is not enabled for this account (${name}); enable it: aws account enable-region --region-name REGION, ` +
        'or set AWS_REGION to another one',
    );
  }
  if (message === 'Region is missing' || message.startsWith('Region not accepted')) {
    return region("no usable region was found; set AWS_REGION, such as eu-west-1, or the profile's region");
  }
  if (throttled.has(name)) return { kind: 'throttled', sentence: tellThrottled(name), exitCode: 1 };
  if (denied.has(name)) return { kind: 'denied', sentence: tellDenied(message), exitCode: 1 };
  const code = networkCode(error);
  if (code !== null) return { kind: 'unreachable', sentence: tellUnreachable(code), exitCode: 1 };
  return null;
}

function credentials(sentence: string): AwsProblem {
  return { kind: 'credentials', sentence: `AWS: ${sentence}`, exitCode: 2 };
}

function region(sentence: string): AwsProblem {
  return { kind: 'region', sentence: `AWS: ${sentence}`, exitCode: 2 };
}

/** Credentials that could not be read on this machine, before any call to AWS. */
const localCredentials = new Set(['CredentialsProviderError', 'TokenProviderError', 'ProviderError']);
/** Source: "Common Error Types" in the API references of the services. */
const expired = new Set(['ExpiredToken', 'ExpiredTokenException', 'RequestExpired']);
/** A region that is not enabled for the account answers with these too: it knows none of the account's credentials. */
const unknownHere = new Set(['AuthFailure', 'InvalidClientTokenId', 'UnrecognizedClientException']);
const unknown = new Set([
  ...unknownHere,
  'InvalidAccessKeyId',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
]);
const disabledRegion = new Set(['OptInRequired', 'RegionDisabledException']);
/** The names that the SDK itself takes for throttling, of the services that are called here. */
const throttled = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
]);
const denied = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AuthorizationError',
  'NotAuthorized',
  'UnauthorizedOperation',
]);
const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

function networkCode(error: Error): string | null {
  // Only errors of the SDK have it; other parts call other servers.
  if (!('$metadata' in error)) return null;
  if (error.name === 'TimeoutError') return 'no answer in time';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return networkCodes.has(code) ? code : null;
}

function tellUnknown(name: string): string {
  const region = unknownHere.has(name)
    ? '. A region that is not enabled for the account accepts none: ' +
      'aws account get-region-opt-status --region-name REGION'
    : '';
  return (
    `AWS does not accept the credentials (${name}); check AWS_PROFILE and AWS_ACCESS_KEY_ID: ` +
    `aws sts get-caller-identity shows whose they are${region}`
  );
}

function tellThrottled(name: string): string {
  return `AWS: calls and their retries were throttled (${name}); wait a minute, then run the command again`;
}

/** Keeps only the action of AWS's sentence: the rest names the account and the caller. */
function tellDenied(message: string): string {
  const action = /perform:? ([A-Za-z0-9-]+:[A-Za-z]+)/.exec(message)?.[1] ?? 'this';
  return `AWS: access denied: the credentials may not do ${action}; ask for that permission, or use another profile`;
}

function tellUnreachable(code: string): string {
  const endpoint = process.env.AWS_ENDPOINT_URL ? ' AWS_ENDPOINT_URL,' : '';
  return `AWS: can't be reached (${code}); check${endpoint} the region and the network, then try again`;
}

/** A deployed function itself failed; its logs and the ledger show what it did before. */
export class FunctionFailedError extends Error {
  override readonly name = 'FunctionFailedError';
  readonly code = 'FUNCTION_FAILED';
}

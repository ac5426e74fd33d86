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

interface Rule {
  readonly kind: AwsProblem['kind'];
  readonly name: RegExp;
  readonly message?: RegExp;
  readonly tell: (error: Error) => string;
}

/** Credentials that could not be read on this machine, before any call to AWS. */
const local = /^(CredentialsProvider|TokenProvider|Provider)Error$/;

/** The first that fits applies. Names: "Common Error Types" in the API references of the services. */
const rules: readonly Rule[] = [
  {
    kind: 'credentials',
    name: local,
    // First, because the message contains the profile's name, which may match the next rule.
    message: /multi-factor authentication/,
    tell: () =>
      "the profile needs an MFA code, which signalpost can't ask for; let AWS's own CLI ask for it: " +
      'eval "$(aws configure export-credentials --profile PROFILE --format env)"',
  },
  { kind: 'credentials', name: local, message: /expired|refresh|sso/i, tell: tellExpired },
  { kind: 'credentials', name: /^ExpiredToken|^RequestExpired$/, tell: tellExpired },
  {
    kind: 'credentials',
    name: local,
    tell: () =>
      'no credentials were found; set AWS_PROFILE to a profile that is signed in (aws configure list shows it), ' +
      'or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  },
  {
    kind: 'credentials',
    // A region that is not enabled for the account knows none of its credentials, and answers with some of these too.
    name: /^(AuthFailure|InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|InvalidSignatureException|SignatureDoesNotMatch)$/,
    tell: ({ name }) =>
      `AWS does not accept the credentials (${name}); check AWS_PROFILE and AWS_ACCESS_KEY_ID: ` +
      'aws sts get-caller-identity shows whose they are. A region that is not enabled for the account accepts none: ' +
      'aws account get-region-opt-status --region-name REGION',
  },
  {
    kind: 'region',
    name: /^(OptInRequired|RegionDisabledException)$/,
    tell: ({ name }) =>
      `the region is not enabled for this account (${name}); enable it: aws account enable-region --region-name REGION, ` +
      'or set AWS_REGION to another one',
  },
  {
    kind: 'region',
    name: /^/,
    message: /^Region (is missing$|not accepted)/,
    tell: () => "no usable region was found; set AWS_REGION, such as eu-west-1, or the profile's region",
  },
  {
    kind: 'throttled',
    name: /^(Request)?(Throttl|LimitExceeded)|^TooManyRequests|^ProvisionedThroughputExceeded/,
    tell: ({ name }) =>
      `calls and their retries were throttled (${name}); wait a minute, then run the command again`,
  },
  {
    kind: 'denied',
    name: /^(AccessDenied(Exception)?|AuthorizationError|NotAuthorized|UnauthorizedOperation)$/,
    tell: ({ message }) => {
      // Only the action of AWS's sentence: the rest names the account and the caller.
      const action = /perform:? ([A-Za-z0-9-]+:[A-Za-z]+)/.exec(message)?.[1] ?? 'this';
      return `access denied: the credentials may not do ${action}; ask for that permission, or use another profile`;
    },
  },
];

function tellExpired(): string {
  return "the credentials have expired; sign in again, with AWS's own CLI: aws sso login, or aws login";
}

function problemOf(error: Error): AwsProblem | null {
  const rule = rules.find(
    ({ name, message }) => name.test(error.name) && (message?.test(error.message) ?? true),
  );
  if (rule !== undefined) {
    const exitCode = rule.kind === 'credentials' || rule.kind === 'region' ? 2 : 1;
    return { kind: rule.kind, sentence: `AWS: ${rule.tell(error)}`, exitCode };
  }
  const code = networkCode(error);
  if (code === null) return null;
  const endpoint = process.env.AWS_ENDPOINT_URL ? ' AWS_ENDPOINT_URL,' : '';
  const sentence = `AWS: can't be reached (${code}); check${endpoint} the region and the network, then try again`;
  return { kind: 'unreachable', sentence, exitCode: 1 };
}

function networkCode(error: Error): string | null {
  // Only errors of the SDK have it; other parts call other servers.
  if (!('$metadata' in error)) return null;
  if (error.name === 'TimeoutError') return 'no answer in time';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isNetwork = /^E(AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT)$/.test(code);
  return isNetwork ? code : null;
}

/** A deployed function itself failed; its logs and the ledger show what it did before. */
export class FunctionFailedError extends Error {
  override readonly name = 'FunctionFailedError';
  readonly code = 'FUNCTION_FAILED';
}

/** An error between this machine and AWS: a sentence with its fix, and the exit code. */
export interface AwsProblem {
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
  readonly name: RegExp;
  readonly message?: RegExp;
  readonly exitCode: AwsProblem['exitCode'];
  readonly tell: (error: Error) => string;
}

/** The first that fits applies. Names: "Common Error Types" in the API references of the services. */
const rules: readonly Rule[] = [
  {
    // Could not be read on this machine, before any call to AWS. The SDK's message says what it looked for.
    name: /^(CredentialsProvider|TokenProvider|Provider)Error$/,
    exitCode: 2,
    tell: ({ message }) =>
      `no usable credentials (${message.replace(/\.$/, '')}); sign in with AWS's own CLI (aws sso login, or aws login), ` +
      'or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. For a profile with MFA: ' +
      'eval "$(aws configure export-credentials --profile PROFILE --format env)"',
  },
  {
    // A region that is not enabled for the account knows none of its credentials.
    name: /^(ExpiredToken|RequestExpired|AuthFailure|Invalid(ClientTokenId|AccessKeyId|Signature)|UnrecognizedClient|SignatureDoesNotMatch|OptInRequired|RegionDisabled)/,
    exitCode: 2,
    tell: ({ name }) =>
      `the credentials have expired or are not accepted here (${name}); sign in again (aws sso login, or aws login), ` +
      'and check AWS_PROFILE and AWS_REGION: aws sts get-caller-identity, ' +
      'aws account get-region-opt-status --region-name REGION',
  },
  {
    name: /^/,
    message: /^Region (is missing$|not accepted)/,
    exitCode: 2,
    tell: () => "no usable region was found; set AWS_REGION, such as eu-west-1, or the profile's region",
  },
  {
    name: /^(AccessDenied(Exception)?|AuthorizationError|NotAuthorized|UnauthorizedOperation)$/,
    exitCode: 1,
    tell: ({ message }) => {
      // Only the action of AWS's sentence: the rest names the account and the caller.
      const action = /perform:? ([A-Za-z0-9-]+:[A-Za-z]+)/.exec(message)?.[1] ?? 'this';
      return `access denied: the credentials may not do ${action}; ask for that permission, or use another profile`;
    },
  },
];

function problemOf(error: Error): AwsProblem | null {
  const rule = rules.find(
    ({ name, message }) => name.test(error.name) && (message?.test(error.message) ?? true),
  );
  if (rule !== undefined) return { sentence: `AWS: ${rule.tell(error)}`, exitCode: rule.exitCode };
  const code = networkCode(error);
  if (code === null) return null;
  const endpoint = process.env.AWS_ENDPOINT_URL ? ' AWS_ENDPOINT_URL,' : '';
  const sentence = `AWS: can't be reached (${code}); check${endpoint} the region and the network, then try again`;
  return { sentence, exitCode: 1 };
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

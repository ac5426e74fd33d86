/** This machine's settings are wrong. */
const wrongHere = (told: string) => ({ sentence: `AWS: ${told}`, exitCode: 2 }) as const;
/** AWS refused, or was not there. */
const wrongThere = (told: string) => ({ sentence: `AWS: ${told}`, exitCode: 1 }) as const;

/** An error between this machine and AWS: a sentence with its fix, and the exit code. */
type AwsProblem = ReturnType<typeof wrongHere | typeof wrongThere>;

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

/** A region that is not enabled for the account knows none of its credentials. */
const notAccepted =
  /^(ExpiredToken|RequestExpired|AuthFailure|Invalid(ClientTokenId|AccessKeyId|Signature)|UnrecognizedClient|SignatureDoesNotMatch|OptInRequired|RegionDisabled)/;

/** The names stand under "Common Error Types" in the API references of the services. */
function problemOf(error: Error): AwsProblem | null {
  const { name, message } = error;
  // Could not be read on this machine, before any call to AWS. The SDK's message says what it looked for.
  if (/^(CredentialsProvider|TokenProvider|Provider)Error$/.test(name))
    return wrongHere(
      `no usable credentials (${message.replace(/\.$/, '')}); sign in with AWS's own CLI (aws sso login, or aws login), ` +
        'or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. For a profile with MFA: ' +
        'eval "$(aws configure export-credentials --profile PROFILE --format env)"',
    );
  if (notAccepted.test(name))
    return wrongHere(
      `the credentials have expired or are not accepted here (${name}); sign in again (aws sso login, or aws login), ` +
        'and check AWS_PROFILE and AWS_REGION: aws sts get-caller-identity, ' +
        'aws account get-region-opt-status --region-name REGION',
    );
  if (/^Region (is missing$|not accepted)/.test(message))
    return wrongHere(
      "no usable region was found; set AWS_REGION, such as eu-west-1, or the profile's region",
    );
  if (/^(AccessDenied(Exception)?|AuthorizationError|NotAuthorized|UnauthorizedOperation)$/.test(name)) {
    // The rest of AWS's sentence names the account and the caller.
    const action = /perform:? ([A-Za-z0-9-]+:[A-Za-z]+)/.exec(message)?.[1] ?? 'this';
    const fix = 'ask for that permission, or use another profile';
    return wrongThere(`access denied: the credentials may not do ${action}; ${fix}`);
  }
  // Only errors of the SDK have it; other parts call other servers.
  if (!('$metadata' in error)) return null;
  const endpoint = process.env.AWS_ENDPOINT_URL ? ' AWS_ENDPOINT_URL,' : '';
  const code = networkCode(error);
  if (code !== null)
    return wrongThere(
      `can't be reached (${code}); check${endpoint} the region and the network, then try again`,
    );
  const { httpStatusCode: status = 0 } = Object(error.$metadata);
  // The SDK found no error of AWS in the answer.
  if (name === 'SyntaxError' || name === 'Unknown')
    return wrongThere(
      `the answer, with HTTP status ${status}, is not one of AWS; check${endpoint} the network and its proxy, then try again`,
    );
  if (status === 429 || status >= 500 || /^(Throttling|TooManyRequests)/.test(name))
    return wrongThere(`it takes no more calls for now (${name}); try again later`);
  // DynamoDB's message does not even name the table.
  if (name === 'ResourceNotFoundException')
    return wrongThere(`a part of the stage is gone (${message}); doctor with the same --stage looks for it`);
  return null;
}

function networkCode(error: Error): string | null {
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

import { describe, expect, it } from 'vitest';
import { awsProblem } from '../../../cli/aws/aws-problem.ts';
import { TableUnavailableError } from '../../../shared/ledger/table/table.ts';

/** As the SDK throws it when no answer came. */
const unanswered = (name: string, message = '', code?: string): Error =>
  Object.assign(named(name, message, code), { $metadata: { attempts: 3 } });
const named = (name: string, message = '', code?: string): Error =>
  Object.assign(new Error(message), { name }, code === undefined ? {} : { code });

const mfa = 'Profile sso-admin requires multi-factor authentication, but no MFA code callback was provided.';
const nobody = 'Could not load credentials from any providers';
const denied =
  'User: arn:aws:sts::111122223333:assumed-role/x/anna is not authorized to perform: dynamodb:Query on resource: ' +
  'arn:aws:dynamodb:eu-west-1:111122223333:table/t because no identity-based policy allows the dynamodb:Query action';

describe('what AWS or its SDK says', () => {
  it.each([
    [
      named('CredentialsProviderError', nobody),
      'credentials',
      2,
      'no credentials were found; set AWS_PROFILE',
    ],
    [named('CredentialsProviderError', mfa), 'credentials', 2, 'needs an MFA code'],
    [named('TokenProviderError', 'Token is expired'), 'credentials', 2, 'have expired; sign in again'],
    [named('ExpiredTokenException'), 'credentials', 2, 'have expired; sign in again'],
    [named('UnrecognizedClientException'), 'credentials', 2, 'aws account get-region-opt-status'],
    [named('SignatureDoesNotMatch'), 'credentials', 2, 'AWS does not accept the credentials'],
    [named('Error', 'Region is missing'), 'region', 2, 'set AWS_REGION'],
    [
      named('Error', 'Region not accepted: region="x y" is not a valid hostname component.'),
      ...(['region', 2, 'no usable region'] as const),
    ],
    [named('RegionDisabledException', 'STS is not activated'), 'region', 2, 'enable it: aws account'],
    [named('OptInRequired', 'You are not subscribed'), 'region', 2, 'or set AWS_REGION to another one'],
    [named('ThrottlingException'), 'throttled', 1, 'wait a minute, then run the command again'],
    [named('ProvisionedThroughputExceededException'), 'throttled', 1, 'were throttled'],
    [named('AccessDeniedException', denied), 'denied', 1, 'may not do dynamodb:Query;'],
    [unanswered('Error', 'getaddrinfo ENOTFOUND', 'ENOTFOUND'), 'unreachable', 1, '(ENOTFOUND)'],
    [unanswered('TimeoutError'), 'unreachable', 1, 'no answer in time'],
  ])('%s is a matter of %s', (error, kind, exitCode, sentence) => {
    const problem = awsProblem(error);

    expect(problem).toMatchObject({ kind, exitCode });
    expect(problem?.sentence).toContain(sentence);
    expect(problem?.sentence).not.toMatch(/1111|anna/);
  });

  it('is found behind what the ledger makes of it', () => {
    const cause = unanswered('Error', 'connect ECONNREFUSED', 'ECONNREFUSED');
    const error = new TableUnavailableError('the table cannot be reached now (ECONNREFUSED)', { cause });
    expect(awsProblem(error)).toMatchObject({ kind: 'unreachable' });
  });

  it.each([
    named('TypeError', 'x is undefined'),
    named('ValidationError', 'no such stack'),
    named('TransportError', 'the API could not be reached', 'ECONNREFUSED'),
    'no error',
    null,
  ])('is nothing of AWS: %s', (error) => {
    expect(awsProblem(error)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { awsProblem } from '../../../cli/aws/aws-problem.ts';
import { TableUnavailableError } from '../../../shared/ledger/table/table.ts';

/** As the SDK throws it when no answer came. */
const unanswered = (name: string, message = '', code?: string): Error =>
  Object.assign(named(name, message, code), { $metadata: { attempts: 3 } });
const named = (name: string, message = '', code?: string): Error =>
  Object.assign(new Error(message), { name }, code === undefined ? {} : { code });

describe('what AWS or its SDK says', () => {
  it.each([
    [named('CredentialsProviderError', 'Could not load credentials from any providers'), 'credentials', 2],
    [named('TokenProviderError', 'Token is expired'), 'credentials', 2],
    [named('ExpiredTokenException'), 'credentials', 2],
    [named('UnrecognizedClientException'), 'credentials', 2],
    [named('SignatureDoesNotMatch'), 'credentials', 2],
    [named('Error', 'Region is missing'), 'region', 2],
    [named('Error', 'Region not accepted: region="x y" is not a valid hostname component.'), 'region', 2],
    [named('RegionDisabledException', 'STS is not activated in the requested region'), 'region', 2],
    [named('OptInRequired', 'You are not subscribed to this service'), 'region', 2],
    [named('ThrottlingException', 'Rate exceeded'), 'throttled', 1],
    [named('ProvisionedThroughputExceededException'), 'throttled', 1],
    [named('AccessDeniedException'), 'denied', 1],
    [unanswered('Error', 'getaddrinfo ENOTFOUND', 'ENOTFOUND'), 'unreachable', 1],
    [unanswered('TimeoutError'), 'unreachable', 1],
  ])('%s is a matter of %s', (error, kind, exitCode) => {
    expect(awsProblem(error)).toMatchObject({ kind, exitCode });
  });

  it('tells a session that ended from credentials that never were', () => {
    const ended = awsProblem(named('TokenProviderError', 'Token is expired'));
    const never = awsProblem(
      named('CredentialsProviderError', 'Could not load credentials from any providers'),
    );
    expect(ended?.sentence).toContain('have expired; sign in again');
    expect(never?.sentence).toContain('no credentials were found; set AWS_PROFILE');
  });

  it('tells a profile that wants an MFA code from one that is not there, and from one that has expired', () => {
    const message =
      'Profile sso-admin requires multi-factor authentication, but no MFA code callback was provided.';

    const problem = awsProblem(named('CredentialsProviderError', message));

    expect(problem).toMatchObject({ kind: 'credentials', exitCode: 2 });
    expect(problem?.sentence).toContain('needs an MFA code');
    expect(problem?.sentence).toContain('aws configure export-credentials --profile PROFILE --format env');
    expect(problem?.sentence).not.toMatch(/no credentials were found|have expired/);
  });

  it('says that a throttled command can be run again', () => {
    expect(awsProblem(named('ThrottlingException', 'Rate exceeded'))?.sentence).toBe(
      'AWS: calls and their retries were throttled (ThrottlingException); wait a minute, then run the command again',
    );
  });

  it('tells a region that is not enabled, and that it may be why credentials are not accepted', () => {
    const disabled = awsProblem(named('OptInRequired'))?.sentence;
    expect(disabled).toContain(
      'the region is not enabled for this account (OptInRequired); enable it: aws account',
    );
    expect(disabled).toContain('or set AWS_REGION to another one');
    expect(awsProblem(named('InvalidClientTokenId'))?.sentence).toContain(
      'A region that is not enabled for the account accepts none: aws account get-region-opt-status',
    );
  });

  it('names the action that is denied, and nobody', () => {
    const message =
      'User: arn:aws:sts::111122223333:assumed-role/x/anna is not authorized to perform: dynamodb:Query on resource: ' +
      'arn:aws:dynamodb:eu-west-1:111122223333:table/t because no identity-based policy allows the dynamodb:Query action';
    const sentence = awsProblem(named('AccessDeniedException', message))?.sentence;
    expect(sentence).toContain('may not do dynamodb:Query;');
    expect(sentence).not.toMatch(/1111|anna/);
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

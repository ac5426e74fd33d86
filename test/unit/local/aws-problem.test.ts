import { describe, expect, it } from 'vitest';
import { awsProblem } from '../../../local/operate/aws/aws-problem.ts';
import { TableUnavailableError } from '../../../shared/ledger/table/table.ts';

/** As the SDK throws it when no answer came. */
const unanswered = (name: string, message = '', code?: string): Error =>
  Object.assign(named(name, message, code), { $metadata: { attempts: 3 } });
const named = (name: string, message = '', code?: string): Error =>
  Object.assign(new Error(message), { name }, code === undefined ? {} : { code });

describe('what AWS or its SDK says', () => {
  it.each([
    [named('CredentialsProviderError', 'Could not load credentials from any providers'), 'credentials', 2],
    [named('CredentialsProviderError', 'The SSO session token … run aws sso login'), 'credentials', 2],
    [named('TokenProviderError', 'Token is expired'), 'credentials', 2],
    [named('ExpiredTokenException'), 'credentials', 2],
    [named('RequestExpired'), 'credentials', 2],
    [named('InvalidAccessKeyId'), 'credentials', 2],
    [named('UnrecognizedClientException'), 'credentials', 2],
    [named('SignatureDoesNotMatch'), 'credentials', 2],
    [named('Error', 'Region is missing'), 'region', 2],
    [named('Error', 'Region not accepted: region="x y" is not a valid hostname component.'), 'region', 2],
    [named('AccessDenied'), 'denied', 1],
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
    expect(problem?.sentence).toContain('wants a code of its MFA device');
    expect(problem?.sentence).toContain('aws configure export-credentials --profile PROFILE --format env');
    expect(problem?.sentence).not.toMatch(/no credentials were found|have expired/);
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
    const error = new TableUnavailableError('the table cannot be reached now (ECONNREFUSED)', 'no', {
      cause,
    });
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

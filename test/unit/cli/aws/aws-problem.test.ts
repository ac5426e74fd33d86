import { describe, expect, it } from 'vitest';
import { awsProblem } from '../../../../cli/aws/aws-problem.ts';
import { TableUnavailableError } from '../../../../shared/ledger/table/table.ts';

/** As the SDK throws it for an answer. */
const answered = (name: string, httpStatusCode: number, message = ''): Error =>
  Object.assign(named(name, message), { $metadata: { httpStatusCode } });
/** As the SDK throws it when no answer came. */
const unanswered = (name: string, message = '', code?: string): Error =>
  Object.assign(named(name, message, code), { $metadata: { attempts: 3 } });
const named = (name: string, message = '', code?: string): Error =>
  Object.assign(new Error(message), { name }, code === undefined ? {} : { code });

const mfa = 'Profile sso-admin requires multi-factor authentication, but no MFA code callback was provided.';
const denied =
  'User: arn:aws:sts::111122223333:assumed-role/x/anna is not authorized to perform: dynamodb:Query on resource: ' +
  'arn:aws:dynamodb:eu-west-1:111122223333:table/t because no identity-based policy allows the dynamodb:Query action';

describe('what AWS or its SDK says', () => {
  it.each([
    [named('CredentialsProviderError', mfa), 2, 'aws configure export-credentials'],
    [named('TokenProviderError', 'Token expired.'), 2, 'no usable credentials (Token expired); sign in'],
    [named('ExpiredTokenException'), 2, 'have expired or are not accepted here (ExpiredTokenException)'],
    [named('UnrecognizedClientException'), 2, 'aws account get-region-opt-status'],
    [named('SignatureDoesNotMatch'), 2, 'sign in again'],
    [named('OptInRequired', 'You are not subscribed'), 2, 'check AWS_PROFILE and AWS_REGION'],
    [named('Error', 'Region is missing'), 2, 'set AWS_REGION'],
    [named('Error', 'Region not accepted: region="x y" is not valid.'), 2, 'no usable region'],
    [named('AccessDeniedException', denied), 1, 'may not do dynamodb:Query;'],
    [unanswered('Error', 'getaddrinfo ENOTFOUND', 'ENOTFOUND'), 1, '(ENOTFOUND)'],
    [unanswered('TimeoutError'), 1, 'no answer in time'],
    [answered('SyntaxError', 403, 'Unexpected token <'), 1, 'with HTTP status 403, is not one of AWS'],
    [answered('Unknown', 200, 'Unknown'), 1, 'check the network and its proxy'],
    [answered('ServiceUnavailable', 503, 'UnknownError'), 1, 'no more calls for now (ServiceUnavailable)'],
    [answered('ThrottlingException', 400, 'Rate exceeded'), 1, 'try again later'],
    [answered('ResourceNotFoundException', 400, 'Requested resource not found'), 1, 'a part of the stage'],
  ])('%s is told with its fix and exit code %i', (error, exitCode, sentence) => {
    const problem = awsProblem(error);

    expect(problem).toMatchObject({ exitCode });
    expect(problem?.sentence).toContain(sentence);
    expect(problem?.sentence).not.toMatch(/1111|anna/);
  });

  it('is found behind what the ledger makes of it', () => {
    const cause = unanswered('Error', 'connect ECONNREFUSED', 'ECONNREFUSED');
    const error = new TableUnavailableError('the table cannot be reached now (ECONNREFUSED)', { cause });
    expect(awsProblem(error)).toMatchObject({ exitCode: 1 });
  });

  it.each([
    named('TypeError', 'x is undefined'),
    named('ValidationError', 'no such stack'),
    answered('ValidationError', 400, 'no such stack'),
    named('TransportError', 'the API could not be reached', 'ECONNREFUSED'),
    'no error',
    null,
  ])('is nothing of AWS: %s', (error) => {
    expect(awsProblem(error)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { signRequest, type UnsignedRequest } from '../../../shared/runtime/aws/sign-request.ts';

/** Of AWS's "Signature Version 4 test suite": its credentials, host and time. */
const request: UnsignedRequest = {
  url: new URL('https://example.amazonaws.com/'),
  headers: {},
  body: '',
  service: 'service',
  region: 'us-east-1',
  credentials: {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    sessionToken: undefined,
  },
  now: Date.parse('2015-08-30T12:36:00Z'),
};
const sessionToken =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7' +
  'mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d' +
  '+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';

describe("AWS's signature, by the examples that AWS published", () => {
  it.each<[string, Partial<UnsignedRequest>, string, string]>([
    [
      'post-vanilla',
      {},
      'host;x-amz-date',
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
    [
      'post-sts-header-before',
      { credentials: { ...request.credentials, sessionToken } },
      'host;x-amz-date;x-amz-security-token',
      '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
    ],
    [
      'post-header-key-sort',
      { headers: { 'my-header1': 'value1' } },
      'host;my-header1;x-amz-date',
      'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
    ],
    [
      'post-x-www-form-urlencoded',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'Param1=value1' },
      'content-type;host;x-amz-date',
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ])('%s', (_, change, signedHeaders, signature) => {
    const headers = signRequest({ ...request, ...change });

    expect(headers.authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
        `SignedHeaders=${signedHeaders}, Signature=${signature}`,
    );
    expect(headers).toMatchObject({ host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' });
  });
});

import { describe, expect, it } from 'vitest';
import { redactText } from '../../../../shared/domain/redact-text.ts';

it.each([
  [
    'the path of a Slack webhook',
    'POST /services/T0000AB01/B0000CD02/Xq7cNrY4fPzK2mWvB9tLs8Gd failed',
    'Xq7cNrY4',
  ],
  ['a secret part of another path', 'no /in/hook-3b9f61c2d07e4a58/now', '3b9f61c2'],
  ['base64 that begins with a slash', 'key /Kd8+x1bQz0/aP9sT3uV6wX was refused', 'Kd8+x1bQz0'],
])('takes %s out', (_what, text, secret) => {
  expect(redactText(text)).not.toContain(secret);
});

it.each([
  'cannot read /srv/signalpost2/state/ledger.db',
  'GET /buyer/5ba39562-ada8-49dd-8816-ee59ad9a612f/summary answered 500',
  'in ./shared/destinations/prepare-request.ts',
  'msg_mzxw6ytboi2dcmjrgq3tembrgeydambq was sent at 2026-11-21T08:00:00.000Z',
  'ProvisionedThroughputExceededException',
  'the bearer token is missing; basic authentication is not known',
])('leaves what a reader needs: %s', (text) => {
  expect(redactText(text)).toBe(text);
});

it.each([
  ['"https://x.example/?sig=1", again', '"[address]", again'],
  ['key whsk_6Xb/dCcHpPea21PS1N9VY==', 'key [redacted]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '[redacted]'],
  ['bot xoxb-1234-5678-abcdefgh', 'bot [redacted]'],
  ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw refused', '[redacted] refused'],
  ['a b '.repeat(200), 'a b '.repeat(75)],
])('takes out what may be secret, and cuts: %s', (text, redacted) => {
  expect(redactText(text)).toBe(redacted);
});

describe('the value of a field that is named like a secret', () => {
  const secret = 'ab12CD';

  it.each([
    ['a sentence with a colon', `token: ${secret}`, 'token: [redacted]'],
    ['a single letter', 'token: x', 'token: [redacted]'],
    ['no space', `access_token:${secret}, then`, 'access_token:[redacted], then'],
    ['mixed letters', 'secret: hunterTwo', 'secret: [redacted]'],
    ['JSON', `{"access_token":"${secret}","id":7}`, '{"access_token":"[redacted]","id":7}'],
    ['JSON of one letter', '{"access_token":"x"}', '{"access_token":"[redacted]"}'],
    ['JSON of plain words', '{"client_secret":"correct horse battery"}', '{"client_secret":"[redacted]"}'],
    ['JSON with spaces', `{ "token" : "${secret}" }`, '{ "token" : "[redacted]" }'],
    ['JSON with a quote in it', String.raw`{"token":"${secret}\"${secret}"}`, '{"token":"[redacted]"}'],
    ['JSON over lines', `{\n  "token":\n    "${secret}"\n}`, '{\n  "token":\n    "[redacted]"\n}'],
    ['JSON within JSON', String.raw`"{\"token\":\"${secret}\"}"`, String.raw`"{\"token\":\"[redacted]\"}"`],
    ['JSON that was cut', `{"refresh_token":"${secret}`, '{"refresh_token":"[redacted]"'],
    ['a number', '{"token": 123456}', '{"token": [redacted]}'],
    ['single quotes', `{'api_key': '${secret}'}`, "{'api_key': '[redacted]'}"],
    ['an assignment', `token="${secret}"`, 'token="[redacted]"'],
    ['a query', `?id=7&token=${secret}&x=1`, '?id=7&token=[redacted]&x=1'],
    ['a header', `X-Api-Key: ${secret}`, 'X-Api-Key: [redacted]'],
    ['a word as a password', 'password: hunter', 'password: [redacted]'],
  ])('is taken out of %s', (_, text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });

  it.each([
    [`Authorization: Basic ${btoa('user:pass')}`, 'Authorization: Basic [redacted]'],
    ['authorization: basic dTpw was refused', 'authorization: basic [redacted] was refused'],
    [`Authorization: Bearer ${secret}`, 'Authorization: Bearer [redacted]'],
    [`Proxy-Authorization: Basic ${btoa('a:b')}`, 'Proxy-Authorization: Basic [redacted]'],
    [`{"Authorization":"Basic ${btoa('a:b')}"}`, '{"Authorization":"[redacted]"}'],
    [`headers: { authorization: 'Bearer ${secret}' }`, "headers: { authorization: '[redacted]' }"],
    [`Authorization: Digest username="a", response="${secret}"`, 'Authorization: Digest [redacted]'],
    [`Authorization: ${secret}`, 'Authorization: [redacted]'],
  ])('is taken out of a header: %s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });

  it.each([
    'token: rejected',
    'Token: Rejected.',
    'the API rejected the access token: replace BRIDGE_ACCESS_TOKEN in .env or the environment',
    'token: no header can carry the access token: it is empty; store it again',
    'secret BRIDGE_ACCESS_TOKEN: replace it with a valid access token',
    'set the secret: BRIDGE_ACCESS_TOKEN',
    'routes[0].to.signingSecret: found nothing; write {"secret": "NAME"}',
    '{"token":{"secret":"BRIDGE_ACCESS_TOKEN"}}',
    'Authorization: Basic authentication is not supported',
    'authorization: required',
    'the design: x1 and the cosignatory: y2',
    '{"token": null, "secret": true}',
  ])('stays where it is no secret but a word of a sentence: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it.each(['a'.repeat(1_000_000), '"token":\\'.repeat(100_000), 'a-'.repeat(500_000)])(
    'is looked for in the beginning alone of a text that was made to take long',
    (text) => {
      expect(redactText(`gone ${text}`)).toMatch(/^gone /);
    },
  );

  it('is not told in half where the text is cut', () => {
    const told = redactText(`token: ${'x'.repeat(4_980)} of ${'ab12CD'.repeat(5)}`);
    expect(told).toBe('token: [redacted] of ');
  });
});

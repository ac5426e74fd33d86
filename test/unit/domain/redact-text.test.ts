import { expect, it } from 'vitest';
import { redactText } from '../../../shared/domain/redact-text.ts';

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
])('leaves the plain parts of a path: %s', (text) => {
  expect(redactText(text)).toBe(text);
});

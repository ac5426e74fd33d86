import { describe, expect, test } from 'vitest';
import { checkDestinationUrl } from '../../../../../shared/domain/routes/destination-url.ts';

describe('the address of a destination', () => {
  test.each([
    'https://hooks.example.com/signals?x=1',
    'https://hooks.example.com:443/',
    'https://bücher.example/',
    // It is judged by its end.
    'https://hooks.local.example/',
    'https://contest.example/',
    'https://localhost.example/',
  ])('may be %s', (url) => {
    expect(checkDestinationUrl(url, false)).toBeNull();
  });

  test.each([
    ['', 'is not a valid URL'],
    ['hooks.example.com', 'is not a valid URL'],
    ['ftp://hooks.example.com/', 'is not https'],
    ['https://user@hooks.example.com/', 'has a user name'],
    ['https://:pw@hooks.example.com/', 'has a user name'],
    ['https://10.0.0.5/', 'is a bare IP address'],
    ['https://0xa000005/', 'is a bare IP address'],
    ['https://169.254.169.254/latest/meta-data', 'is a bare IP address'],
    ['https://[::ffff:127.0.0.1]/', 'is a bare IP address'],
    ['https://0.0.0.0/', 'is a bare IP address'],
  ])('may never be "%s"', (url, problem) => {
    expect(checkDestinationUrl(url, false)).toContain(problem);
    expect(checkDestinationUrl(url, true)).toContain(problem);
  });

  test.each([
    'http://127.0.0.1:4600/hook',
    'http://localhost:4600/hook',
    'https://localhost/hook',
    'http://[::1]:4600/hook',
    'http://receiver.localhost:4600/',
    'http://receiver:8080/hook',
    'https://printer.local/',
    'https://api.internal./',
    'https://hooks.example.com:8443/',
  ])('may be %s only where local ones are permitted', (url) => {
    expect(checkDestinationUrl(url, false)).not.toBeNull();
    expect(checkDestinationUrl(url, true)).toBeNull();
  });

  test('is never repeated in the answer', () => {
    const secret = 'T0B0SECRETID';
    for (const start of [
      'http://hooks.example.com',
      'https://10.0.0.5',
      'ftp://a.example',
      'hooks',
      'https://u:p@a',
    ]) {
      expect(checkDestinationUrl(`${start}/${secret}?sig=${secret}`, false)).toMatch(/^(is|has) /);
      expect(checkDestinationUrl(`${start}/${secret}?sig=${secret}`, false)).not.toContain(secret);
    }
  });
});

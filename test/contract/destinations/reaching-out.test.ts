import { describe, expect, it } from 'vitest';
import { createHttpPost } from '../../../shared/destinations/http-post.ts';

/** Ways to write an address that leads to this machine, or into a network that is not the public internet. */
const hostile: readonly string[] = [
  // Names and spellings of this machine.
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://localhost../',
  'https://anything.localhost/',
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://127.0.0.1../',
  'https://127.1/',
  'https://127.0.1/',
  'https://0x7f.1/',
  'https://0x7f000001/',
  'https://0X7F.0x0.0x0.0x1/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0177.0.0.01/',
  'https://127.0.0.0x1/',
  'https://%31%32%37.0.0.1/',
  'https://１２７.０.０.１/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://127．0．0．1/',
  'https://𝟏𝟐𝟕.𝟎.𝟎.𝟏/',
  'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  'https://lo\u00adcalhost/',
  'https://local\u200bhost/',
  'https://0/',
  'https://0.0.0.0/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  // Other networks.
  'https://10.0.0.1/',
  'https://012.0.0.1/',
  'https://0xa.1/',
  'https://167772161/',
  'https://172.16.0.1/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/latest/meta-data/',
  'https://100.64.0.1/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a9fe:a9fe::]/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://router.home.arpa/',
  'https://intranet/',
  // A public address by number is none either: its certificate would be for nobody.
  'https://8.8.8.8/',
  'https://134744072/',
  'https://[2001:4860:4860::8888]/',
  // What hides the host, or another door of it.
  'https://hooks.example.com@127.0.0.1/',
  'https://hooks.example.com:pw@127.0.0.1/',
  'https://user@hooks.example.com/',
  'https://hooks.example.com\\@127.0.0.1/',
  'https:\\\\127.0.0.1\\',
  'https:127.0.0.1',
  'https://127.0.0.1#@hooks.example.com/',
  'https://127.0.0.1?@hooks.example.com/',
  'http://hooks.example.com/',
  'http://hooks.example.com:443/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:8443/',
  'https://hooks.example.com:80/',
  'HTTP://hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/_x',
  'data:text/plain,x',
  'blob:https://hooks.example.com/1',
];

describe('reaching out', () => {
  const post = (url: string, addresses: readonly string[]) =>
    createHttpPost({ resolve: async () => addresses })({
      url: new URL(url),
      headers: {},
      body: '{}',
      timeoutMs: 2_000,
      permitLocal: false,
    });
  const refused = expect.objectContaining({ code: 'DESTINATION_REFUSED' });

  // A resolver that would say this machine: only a refusal keeps the request from leaving.
  it.each(hostile)('refuses %s', async (url) => {
    await expect(post(url, ['127.0.0.1'])).rejects.toEqual(refused);
  });

  it('says why in a sentence with the fix, and nothing of the path', async () => {
    const failure = await post('https://hooks.example.com/T0/B0/s3cr3t?sig=abc', ['10.0.0.1']).catch(String);

    expect(failure).toContain('hooks.example.com resolves to 10.0.0.1, a private address; name a host');
    expect(failure).not.toMatch(/T0|s3cr3t|sig=/);
  });
});

import { describe, expect, it } from 'vitest';
import { checkAddresses } from '../../../../message/send/check-address.ts';

describe('checking the addresses of a host', () => {
  it('takes public ones', () => {
    const addresses = ['8.8.8.8', '1.1.1.1', '99.84.0.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'];
    expect(() => checkAddresses('host.example', addresses, false)).not.toThrow();
  });

  it.each([
    ...['0.0.0.0', '10.0.0.1', '169.254.169.254', '100.64.0.1', '192.0.2.1', '224.0.0.1'],
    ...['::7f00:1', '::ffff:127.0.0.1', '64:ff9b::8.8.8.8', '2001:db8::1', '2002:7f00:1::', '4000::1'],
    ...['fc00::1', 'fd00::1', 'fe80::1', 'not an address'],
  ])('refuses %s even where local ones are permitted', (address) => {
    expect(() => checkAddresses('host.example', ['8.8.8.8', address], true)).toThrow(
      expect.objectContaining({ code: 'DESTINATION_REFUSED' }),
    );
  });

  it('takes loopback addresses only where local ones are permitted', () => {
    expect(() => checkAddresses('localhost', ['127.0.0.1', '::1'], true)).not.toThrow();
    for (const address of ['127.0.0.1', '::1']) {
      expect(() => checkAddresses('localhost', [address], false)).toThrow('write "local": true');
    }
  });
});

import { describe, expect, it } from 'vitest';
import { checkAddresses, describeNonGlobal } from '../../../shared/destinations/check-address.ts';

describe('telling global addresses from others', () => {
  it.each(['8.8.8.8', '1.1.1.1', '99.84.0.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
    '%s is global',
    (address) => {
      expect(describeNonGlobal(address)).toBeNull();
    },
  );

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '64:ff9b::8.8.8.8',
    '2001:db8::1',
    '2002:7f00:1::',
    '4000::1',
    'fc00::1',
    'fe80::1',
    'not an address',
  ])('%s is not', (address) => {
    expect(describeNonGlobal(address)).toMatch(/address/);
  });
});

describe('checking the addresses of a host', () => {
  it('takes loopback addresses only where local ones are permitted', () => {
    expect(() => checkAddresses('localhost', ['127.0.0.1', '::1'], true)).not.toThrow();
    expect(() => checkAddresses('localhost', ['127.0.0.1', '::1'], false)).toThrow('a loopback address');
  });

  it.each(['10.0.0.1', '169.254.169.254', 'fd00::1', '::ffff:127.0.0.1', '0.0.0.0'])(
    'refuses %s even where local ones are permitted',
    (address) => {
      expect(() => checkAddresses('host.example', [address], true)).toThrow(
        expect.objectContaining({ code: 'DESTINATION_REFUSED' }),
      );
    },
  );
});

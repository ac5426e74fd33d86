import ipaddr from 'ipaddr.js';
import { DestinationRefusedError } from './destination-errors.ts';

// What IANA has given out for the public internet. Outside it, ipaddr.js says `unicast` too, for instance
// for `::7f00:1`, which some stacks route to 127.0.0.1.
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

const kinds: Readonly<Record<string, string>> = {
  loopback: 'a loopback address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  linkLocal: 'a link-local address',
  carrierGradeNat: 'a carrier-grade NAT address',
  unspecified: 'an unspecified address',
  broadcast: 'a broadcast address',
  multicast: 'a multicast address',
  ipv4Mapped: 'an IPv4-mapped address',
  rfc6052: 'a NAT64 address',
  rfc6145: 'an IPv4-translated address',
  '6to4': 'a 6to4 address',
  teredo: 'a Teredo address',
};

/**
 * What kind of address this is when it is not a global one (`"a private address"`), or null when it is.
 * Takes what a resolver gives, or a URL's literal without its brackets.
 */
export function describeNonGlobal(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'no IP address';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range !== 'unicast') return kinds[range] ?? 'an address reserved for special use';
  if (parsed.kind() === 'ipv6' && !parsed.match(globalIpv6)) return 'an address outside the global range';
  return null;
}

/**
 * Throws `DestinationRefusedError` unless every address may be reached: all of them, because the connection
 * may take any of them. `permitLocal` adds loopback, and nothing else.
 */
export function checkAddresses(host: string, addresses: readonly string[], permitLocal: boolean): void {
  for (const address of addresses) {
    const kind = describeNonGlobal(address);
    if (kind === null || (permitLocal && kind === kinds.loopback)) continue;
    const found = host === address ? `${address} is ${kind}` : `${host} resolves to ${address}, ${kind}`;
    const fix =
      kind === kinds.loopback
        ? 'write "local": true into the config, or name a public host'
        : 'name a host with public addresses only';
    throw new DestinationRefusedError(`the destination is refused: ${found}; ${fix}`);
  }
}

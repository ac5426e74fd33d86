import ipaddr from 'ipaddr.js';
import { DestinationRefusedError } from './destination-errors.ts';

// IANA has given out this range for the public internet. ipaddr.js says `unicast` outside it, too, for instance for
// `::7f00:1`, which some stacks route to 127.0.0.1.
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Names the range of an address that is not global (`private`); null for a global one. */
function rangeOfNonGlobal(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'none';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range !== 'unicast') return range;
  return parsed.kind() === 'ipv6' && !parsed.match(globalIpv6) ? 'reserved' : null;
}

/**
 * Throws `DestinationRefusedError` unless every address may be reached: all of them, because the connection
 * may take any of them. `permitLocal` adds loopback, and nothing else.
 */
export function checkAddresses(host: string, addresses: readonly string[], permitLocal: boolean): void {
  for (const address of addresses) {
    const range = rangeOfNonGlobal(address);
    const isLoopback = range === 'loopback';
    if (range === null || (permitLocal && isLoopback)) continue;
    const found = `${host === address ? host : `${host} resolves to ${address}, which`} is no public address (${range})`;
    const fix = isLoopback
      ? 'write "local": true into the config, or name a public host'
      : 'name a host with public addresses only';
    throw new DestinationRefusedError(`the destination is refused: ${found}; ${fix}`);
  }
}

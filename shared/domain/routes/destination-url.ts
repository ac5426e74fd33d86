const loopbackName = /^(localhost|.+\.localhost)$/;
const loopbackLiteral = /^(127(\.\d{1,3}){3}|\[::1\])$/;
/** Every spelling of an IPv4 address (`0x7f.1`, `2130706433`, full-width digits) has this form once it is parsed. */
const addressLiteral = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;
/** Names that never resolve publicly: RFC 6761, RFC 6762, and ICANN's reserved `internal`. */
const privateName = /\.(local|internal|localdomain|home\.arpa|invalid|test)$/;

/** True for `localhost` and for a literal of 127.0.0.0/8 or ::1, as `URL` spells a host name. */
export function isLoopbackHost(hostname: string): boolean {
  const host = withoutFinalDot(hostname);
  return loopbackName.test(host) || loopbackLiteral.test(host);
}

/**
 * Null if the address is fine. Only the text is checked: the addresses that the name resolves to are checked on
 * connecting. `permitLocal` permits plain http, any port, names of one label and loopback hosts. The result never
 * repeats the address: it may be a secret.
 */
export function checkDestinationUrl(url: string, permitLocal: boolean): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) return 'is not a valid URL; write one such as https://hooks.example.com/signals';
  if (parsed.username !== '' || parsed.password !== '') {
    return 'has a user name or a password; remove them, the receiver verifies the signature';
  }
  if (parsed.protocol === 'http:' && !permitLocal) {
    return 'is plain http; write https, or "local": true into the config for a receiver on this machine';
  }
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return 'is not https; write https://…';
  if (parsed.port !== '' && !permitLocal) return 'has a port; remove it, only https on port 443 is allowed';
  return checkHost(withoutFinalDot(parsed.hostname), permitLocal);
}

function checkHost(host: string, permitLocal: boolean): string | null {
  if (isLoopbackHost(host)) {
    return permitLocal
      ? null
      : 'points to this machine; write "local": true into the config, or name a public host';
  }
  if (addressLiteral.test(host)) return 'is a bare IP address; write the name of the host';
  if (permitLocal) return null;
  if (!host.includes('.') || privateName.test(host)) {
    return 'has a host name of a private network; write a public host name';
  }
  return null;
}

function withoutFinalDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

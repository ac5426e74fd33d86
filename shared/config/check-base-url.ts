import { isLoopbackHost } from '../domain/routes/destination-url.ts';

/**
 * The problem with the base address of the Bridge API, or null. A private host is allowed, other than for a
 * destination, since only the operator sets this address. Plain http needs `local`, because the access token is sent
 * there.
 */
export function findBaseUrlProblem(url: string, permitLocal: boolean): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) return 'is not a valid URL; write one such as https://bridge.example.com';
  if (parsed.username !== '' || parsed.password !== '') {
    return 'has a user name or a password; remove them, the token is named in api.token';
  }
  if (parsed.search !== '' || parsed.hash !== '') return 'has a query or a fragment; end it with the path';
  if (/\/api\/external\/?$/.test(parsed.pathname)) {
    return 'ends with /api/external; leave that out, each operation adds it';
  }
  const toLoopback = isLoopbackHost(parsed.hostname);
  if (parsed.protocol === 'https:' && !toLoopback) return null;
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return 'is not https; write https://…';
  if (permitLocal) return null;
  const what = toLoopback ? 'points to this machine' : 'is plain http';
  return `${what}; write the https address of the service, or set "local": true for a service on this machine`;
}

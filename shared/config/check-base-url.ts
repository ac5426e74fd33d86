import { isLoopbackHost } from '../domain/routes/destination-url.ts';

/**
 * What is wrong with the base address of the Bridge API, or null. The operator chose it, so other than for a
 * destination a private host is nobody's attack; but the access token goes there, so plain http needs `local`.
 */
export function findBaseUrlProblem(url: string, permitLocal: boolean): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) return 'is no address; write one such as https://bridge.example.com';
  if (parsed.username !== '' || parsed.password !== '') {
    return 'carries a user name or a password; take them out, the token is named in api.token';
  }
  if (parsed.search !== '' || parsed.hash !== '')
    return 'carries a query or a fragment; end it with the path';
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

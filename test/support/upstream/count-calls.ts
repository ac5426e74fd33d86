import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Counts the calls of the API that a sandbox of this process gets from now on: all, or those with a text in their path. */
export function countCalls(sandboxUrl: string): (part?: string) => number {
  const { host } = new URL(sandboxUrl);
  const paths: string[] = [];
  subscribe('http.server.request.start', (message) => {
    const { headers, url = '' } = (message as { readonly request: IncomingMessage }).request;
    if (headers.host === host && url.startsWith('/api/external/')) paths.push(url);
  });
  return (part = '') => paths.filter((path) => path.includes(part)).length;
}

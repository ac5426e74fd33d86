import * as v from 'valibot';
import { isLoopbackHost } from '../domain/routes/destination-url.ts';
import {
  described,
  describedObject,
  fix,
  fixUnseen,
  foundAddress,
  optional,
  refuse,
  secretReference,
  withDefault,
} from './fields.ts';

const callsFix = 'write a number from 0.1 to 1000, or leave it out';

export function apiSchema(permitLocal: boolean) {
  return describedObject(
    {
      baseUrl: v.pipe(
        v.string(fixUnseen('write the https address of the service, as https://bridge.example.com')),
        v.description(
          'The https address of the service, without /api/external. A path before that is permitted.',
        ),
        v.metadata({ format: 'uri' }),
        refuse((url) => foundAddress(findBaseUrlProblem(url, permitLocal))),
        // What reads an address passes over spaces around it.
        v.transform((url) => url.trim().replace(/\/+$/, '')),
      ),
      token: described(secretReference, 'The access token that each call carries.'),
      callsPerSecond: optional(
        v.pipe(v.number(fix(callsFix)), v.minValue(0.1, fix(callsFix)), v.maxValue(1_000, fix(callsFix))),
        'The most calls a second to the service, from 0.1 to 1000, for those who share it with others. Without it, the rate that the service allows is found.',
      ),
      arrayParameters: withDefault(
        v.picklist(['repeat', 'comma'], fix('write "repeat" (status=New&status=Saved) or "comma"')),
        'The form of lists in a query: "repeat" (status=New&status=Saved) or "comma" (status=New,Saved).',
        'repeat',
      ),
    },
    'write an object with baseUrl and token',
    'The Bridge Data Access Service.',
  );
}

/** A private host is allowed: only the operator sets this address. Plain http, with a token, needs `local`. */
function findBaseUrlProblem(url: string, permitLocal: boolean): string | null {
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

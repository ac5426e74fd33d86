/** What a service may mean by "R requests a second". Each is told of a request's arrival and answers whether it serves it. */
export type RateLimit = (now: number) => boolean;

export type LimitKind = 'fixed window' | 'sliding window' | 'token bucket';
export const limitKinds: readonly LimitKind[] = ['fixed window', 'sliding window', 'token bucket'];

/** `perSecond` is asked at each request, so that a limit can change. Refused requests don't count. */
export function createRateLimit(kind: LimitKind, perSecond: (now: number) => number): RateLimit {
  if (kind === 'token bucket') return tokenBucket(perSecond);
  const begin = (now: number) => (kind === 'fixed window' ? Math.floor(now / 1000) * 1000 - 1 : now - 1000);
  const served: number[] = [];
  return (now) => {
    while (served[0] !== undefined && served[0] <= begin(now)) served.shift();
    if (served.length >= perSecond(now)) return false;
    served.push(now);
    return true;
  };
}

/** Holds as many tokens as come in a second. */
function tokenBucket(perSecond: (now: number) => number): RateLimit {
  let tokens = Number.POSITIVE_INFINITY;
  let last = 0;
  return (now) => {
    const rate = perSecond(now);
    tokens = Math.min(rate, tokens + ((now - last) * rate) / 1000);
    last = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

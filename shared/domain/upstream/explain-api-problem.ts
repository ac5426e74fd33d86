/** The message of a failed call, `problem`, also says what to check: the address, and the field of the config. */
export function explainApiProblem(
  problem: string,
  what: 'buyer' | 'bridge',
  api: { readonly baseUrl: string },
): string {
  const status = /the service answered (\d{3})/.exec(problem)?.[1];
  if (status === '404')
    return `${problem}: the API does not know this ${what}; check api.baseUrl, and the ids in watch`;
  if (status === '403')
    return `${problem}; ask the token's owner for access, or remove the ${what} from watch`;
  if (/: no (complete )?answer/.test(problem))
    return `${problem} from ${describeAddress(api)}; check the address, and the network`;
  if (/: the body of the \d{3} is not JSON$/.test(problem))
    return `${problem}; is ${describeAddress(api)} the address of a Bridge Data Access Service?`;
  return problem;
}

/** A user name, a password and a query may be secret: they are left out. */
function describeAddress({ baseUrl }: { readonly baseUrl: string }): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname === '/' ? '' : pathname} (api.baseUrl)`;
}

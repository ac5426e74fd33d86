const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Case does not matter in a UUID (RFC 9562, 4). */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** An answer may be about another thing than was asked for. An id of another kind does not tell. */
export function namesAnother(named: string | null | undefined, asked: string): boolean {
  return !!named && isUuid(named) && named.toLowerCase() !== asked.toLowerCase();
}

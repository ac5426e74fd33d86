const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Accepts any version and either case: the service only says "uuid". */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

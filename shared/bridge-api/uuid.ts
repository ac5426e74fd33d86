const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** In either case and of any version: the service says no more than "uuid". */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

import * as v from 'valibot';
import { quietZoneOf } from '../domain/routes/quiet.ts';

const optionalText = v.optional(v.string());
const zoned = v.object({ timezone: optionalText });
const withHolidays = v.looseObject({
  routes: v.array(
    v.looseObject({
      when: v.union([v.literal('immediately'), zoned]),
      quiet: v.optional(zoned),
      timezone: optionalText,
      holidays: v.optional(v.array(v.string()), []),
    }),
  ),
});

/** A day begins at another instant in each zone, and UTC is nobody's day. */
export function findHolidaysWithoutZone(output: unknown): string[] {
  if (!v.is(withHolidays, output)) return [];
  return output.routes.flatMap((route, index) => {
    if ((route.holidays ?? []).length === 0 || quietZoneOf(route) !== undefined) return [];
    return [
      `routes[${index}].holidays: found no time zone for them; write "timezone": "America/New_York" beside them`,
    ];
  });
}

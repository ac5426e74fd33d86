import * as v from 'valibot';
import { described } from './field-schemas.ts';
import { fix } from './fields.ts';

export function receiptSchema() {
  return described(
    v.boolean(fix('write true or false')),
    'true sends "Nothing new since …" when a time of "when" has nothing to send. Only with a time.',
  );
}

const immediate = v.looseObject({ when: v.literal('immediately'), receipt: v.literal(true) });
const withRoutes = v.looseObject({ routes: v.array(v.unknown()) });

/** A route that sends immediately has no time that could have nothing. */
export function findReceiptsWithoutTime(output: unknown): string[] {
  if (!v.is(withRoutes, output)) return [];
  return output.routes.flatMap((route, index) =>
    v.is(immediate, route)
      ? [
          `routes[${index}].receipt: found true beside "when": "immediately"; remove it, or write a time such as {"cron": "0 8 ? * MON-FRI *", "timezone": "America/New_York"}`,
        ]
      : [],
  );
}

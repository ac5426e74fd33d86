import * as v from 'valibot';
import { durationPattern, parseDuration } from '../domain/duration.ts';
import { limitPattern } from '../domain/routes/pace.ts';
import { described } from './field-schemas.ts';
import { fix, refuse } from './fields.ts';

const gatherFix = 'write "0 seconds" to "1 hour", as "2 minutes"';
const atMostFix = 'write 1 to 100 "a minute", "an hour" or "a day", as "6 an hour"';
const longestGather = '1 hour';

export function gatherSchema() {
  return described(
    v.pipe(
      v.string(fix(gatherFix)),
      v.regex(durationPattern, fix(gatherFix)),
      refuse((text) =>
        parseDuration(text) > parseDuration(longestGather) ? `found "${text}"; ${gatherFix}` : null,
      ),
    ),
    'With "immediately" only: signals that come within this time of each other go out in one message: "0 seconds" to "1 hour".',
  );
}

export function atMostSchema() {
  return described(
    v.pipe(v.string(fix(atMostFix)), v.regex(limitPattern, fix(atMostFix))),
    'With "immediately" only: the most messages in any minute, hour or day, as "6 an hour". What is over joins the next message; hot signals are sent all the same.',
  );
}

import * as v from 'valibot';
import { durationPattern, parseDuration } from '../domain/duration.ts';
import { described } from './field-schemas.ts';
import { fix, refuse } from './fields.ts';

const gatherFix = 'write "0 seconds" to "1 hour", as "2 minutes"';
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
    'With "immediately" only: what comes within this time after the last message waits and goes out together; hot signals don\'t wait. "0 seconds" to "1 hour".',
  );
}

import * as v from 'valibot';
import { findTimezoneProblem } from './check-times.ts';
import { described, text } from './field-schemas.ts';
import { refuse } from './fields.ts';

export function timezone(description: string) {
  return described(
    v.pipe(text('write an IANA name, as "America/New_York"'), refuse(findTimezoneProblem)),
    description,
  );
}

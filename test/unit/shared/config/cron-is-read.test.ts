import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCronProblem } from '../../../../shared/config/check-cron.ts';
import { cronTimes } from '../../../../shared/runtime/cron-times.ts';
import { days, findByLooking, months } from '../../../support/time/plain-cron.ts';

/** Values of a field, and now and then one that is beside it. */
const anyValue = (from: number, to: number, names: readonly string[] = []) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: from, max: to }).map(String) },
    { weight: names.length, arbitrary: fc.constantFrom(...names, String(from)) },
    { weight: 1, arbitrary: fc.constantFrom('', '*', '?', 'L', '00', '007', String(to + 1), 'MAYL') },
  );

/** What anyone might write into a field: right, nearly right, and each mark where it has no place too. */
function anyField(value: fc.Arbitrary<string>, marks: readonly string[] = []): fc.Arbitrary<string> {
  const step = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.nat({ max: 400 }) },
  );
  const range = fc
    .tuple(value, value)
    .map(([one, other]) => (Number(one) > Number(other) ? `${other}-${one}` : `${one}-${other}`));
  const entry = fc.oneof(
    { weight: 4, arbitrary: value },
    { weight: 2, arbitrary: range },
    { weight: 2, arbitrary: fc.tuple(value, step).map((two) => two.join('/')) },
    { weight: 1, arbitrary: fc.tuple(range, step).map((two) => two.join('/')) },
    { weight: 1, arbitrary: step.map((by) => `*/${by}`) },
    {
      weight: marks.length,
      arbitrary: fc.tuple(value, fc.constantFrom(...marks, '')).map((two) => two.join('')),
    },
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('*') },
    { weight: 5, arbitrary: entry },
    { weight: 1, arbitrary: fc.array(entry, { minLength: 2, maxLength: 4 }).map((list) => list.join(',')) },
    { weight: marks.length, arbitrary: fc.constantFrom('*', ...marks) },
  );
}

const anyExpression = fc
  .tuple(
    anyField(anyValue(0, 59)),
    anyField(anyValue(0, 23)),
    anyField(anyValue(1, 31), ['L', 'LW', 'W', 'L-3']),
    anyField(anyValue(1, 12, months)),
    anyField(anyValue(1, 7, days), ['L', '#1', '#5', '#6', '#2#3', 'L#1']),
    anyField(fc.oneof(anyValue(2024, 2034), anyValue(1970, 2199))),
    fc.integer({ min: 0, max: 20 }),
  )
  .map(([minutes, hours, dayOfMonth, month, dayOfWeek, year, which]) =>
    [
      minutes,
      hours,
      which < 10 ? '?' : dayOfMonth,
      month,
      which > 9 && which < 20 ? '?' : dayOfWeek,
      year,
    ].join(' '),
  );

const anyInstant = fc
  .integer({ min: Date.UTC(2024, 0) / 1000, max: Date.UTC(2030, 0) / 1000 })
  .map((seconds) => seconds * 1000);

const daysLookedAt = 500;

describe('a cron expression that the config may have', () => {
  it('is read, and means the times that its fields name', { timeout: 60_000 }, () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyExpression, anyInstant, (expression, after) => {
        if (findCronProblem(expression) !== null) return;
        accepted += 1;
        const next = cronTimes(expression, 'UTC').next(after);
        const found = findByLooking(expression, after, daysLookedAt);
        if (found !== null) expect(next).toBe(found);
        else if (next !== null) expect(next - after).toBeGreaterThan((daysLookedAt - 1) * 86_400_000);
      }),
      { numRuns: 800, seed: 20_261_121 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});

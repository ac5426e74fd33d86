import { expect, it } from 'vitest';
import { instantOf, wallTimeAt } from '../../../../../shared/domain/times/wall-time.ts';
import { zones } from '../../../../support/examples/example-columns.ts';

it.each(zones)('gives the same time on the wall of %s around every change of its clocks', (zone) => {
  const formatIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const [shown, written] = [formatIn(zone), formatIn('UTC')];
  const from = Date.UTC(2026, 0, 1);
  for (let hour = 0; hour < 366 * 24; hour += 7) {
    const instant = from + hour * 3_600_000 + 59 * 60_000 + 59_999;
    expect(written.format(wallTimeAt(instant, zone))).toBe(shown.format(instant));
  }
  expect(instantOf(Date.UTC(1883, 10, 18, 12), 'UTC')).toBe(Date.UTC(1883, 10, 18, 12));
});

import { expect, it } from 'vitest';
import { instantOf, wallTimeAt } from '../../../shared/domain/cells/wall-time.ts';
import { zones } from '../message/example-columns.ts';

it.each(zones)('gives the same time on the wall of %s around every change of its clocks', (zone) => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  const from = Date.UTC(2026, 0, 1);
  for (let hour = 0; hour < 366 * 24; hour += 7) {
    const instant = from + hour * 3_600_000 + 59 * 60_000 + 59_999;
    const { year, month, day, hour: clock, minute } = wallTimeAt(instant, zone);
    const told = `${month}/${day}/${year}, ${String(clock).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    expect(told).toBe(format.format(instant));
  }
  expect(instantOf({ year: 1883, month: 11, day: 18, hour: 12, minute: 0 }, 'UTC')).toBe(
    Date.UTC(1883, 10, 18, 12),
  );
});

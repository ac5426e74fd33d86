import { describe, expect, it } from 'vitest';
import { instantOf, wallTimeAt } from '../../../shared/domain/facts/wall-time.ts';
import { atFirstUse, rememberLast, rememberSome } from '../../../shared/domain/message/remember.ts';
import { zones } from '../message/example-columns.ts';

describe('what a composer asks again and again', () => {
  it('is worked out once for the same inputs, and anew for others', () => {
    const asked: string[] = [];
    const tell = rememberLast((row: { readonly name: string }, zone: string, known: string | null) => {
      asked.push(`${row.name} ${zone} ${known}`);
      return asked.length;
    });
    const [one, other] = [{ name: 'one' }, { name: 'other' }];

    expect([tell(one, 'UTC', null), tell(other, 'UTC', null), tell(one, 'UTC', null)]).toEqual([1, 2, 1]);
    expect(tell(one, 'UTC', 'a')).toBe(3);
    expect(tell({ name: 'one' }, 'UTC', 'a')).toBe(4);
    expect(asked).toEqual(['one UTC null', 'other UTC null', 'one UTC a', 'one UTC a']);
  });

  it('is not the answer for fewer inputs', () => {
    const count = rememberLast((...rows: readonly [object, ...object[]]) => rows.length);
    const [one, two, three] = [{}, {}, {}];

    expect([count(one, two), count(one, two, three), count(one), count(one, two)]).toEqual([2, 3, 1, 2]);
  });

  it('is forgotten where there is too much of it', () => {
    let asked = 0;
    const double = rememberSome(2, (number: number) => {
      asked += 1;
      return number * 2;
    });

    expect([1, 2, 1, 2].map(double)).toEqual([2, 4, 2, 4]);
    expect(asked).toBe(2);
    expect([3, 1].map(double)).toEqual([6, 2]);
    expect(asked).toBe(4);
  });

  it.each(zones)('gives the same time on the wall of %s around every change of its clocks', (zone) => {
    const format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    });
    const from = Date.UTC(2026, 0, 1);
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const instant = from + hour * 3_600_000 + 59 * 60_000 + 59_999;
      const { year, month, day, hour: clock, minute } = wallTimeAt(instant, zone);
      const told = `${month}/${day}/${year}, ${String(clock).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      expect(told).toBe(format.format(instant));
    }
    expect(instantOf({ year: 1883, month: 11, day: 18, hour: 12, minute: 0 }, 'UTC')).toBe(
      Date.UTC(1883, 10, 18, 12),
    );
  });
});

describe('what is made at its first use', () => {
  it('is made once, and not before', () => {
    let made = 0;
    const use = atFirstUse(() => ({ number: ++made }));
    expect(made).toBe(0);
    expect([use(), use()]).toEqual([{ number: 1 }, { number: 1 }]);
    expect(made).toBe(1);
  });
});

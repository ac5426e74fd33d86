import { describe, expect, it } from 'vitest';
import { freezingSlotOf, oldestSlotMs, slotOf } from '../../../shared/runtime/read-event.ts';

const now = Date.parse('2026-11-21T08:07:31.250Z');
const quarterHourMs = 900_000;

describe('the slot of a tick', () => {
  it('is the scheduled time that the event carries, however that is written', () => {
    expect(slotOf('2026-11-21T08:00:00Z', now, quarterHourMs)).toBe('2026-11-21T08:00:00.000Z');
    expect(slotOf('2026-11-21T09:00:00+01:00', now, quarterHourMs)).toBe('2026-11-21T08:00:00.000Z');
  });

  it('is the present moment for an invoke by hand', () => {
    expect(slotOf(undefined, now, quarterHourMs)).toBe('2026-11-21T08:07:31.250Z');
  });

  it('is the same for a doubled tick whose placeholder was left in', () => {
    const placeholder = '<aws.scheduler.scheduled-time>';
    expect(slotOf(placeholder, now, quarterHourMs)).toBe('2026-11-21T08:00:00.000Z');
    expect(slotOf(placeholder, now + 60_000, quarterHourMs)).toBe('2026-11-21T08:00:00.000Z');
    expect(slotOf(placeholder, now, 60_000)).toBe('2026-11-21T08:07:00.000Z');
  });
});

describe('the slot that digests are frozen under', () => {
  const minute = 60_000;
  const at = (time: number) => new Date(time).toISOString();

  it.each([
    ['as its schedule has it', 0],
    ['by a clock that is five minutes behind', 5 * minute],
    ['after every retry of the schedule and of Lambda', -oldestSlotMs],
  ])('is that of the event, %s', (_, distance) => {
    const slot = at(now + distance);
    expect(freezingSlotOf(slot, now)).toEqual({ slot, named: slot });
  });

  it('is the present moment for an invoke by hand, and the same minute for a doubled placeholder', () => {
    expect(freezingSlotOf(undefined, now).slot).toBe('2026-11-21T08:07:31.250Z');
    expect(freezingSlotOf('<aws.scheduler.scheduled-time>', now).slot).toBe('2026-11-21T08:07:00.000Z');
  });

  it.each([
    ['a moment too long ago', at(now - oldestSlotMs - 1)],
    ['weeks ago', '2026-10-21T08:00:00.000Z'],
    ['a year, as a date', '2025-01-01T00:00:00.000Z'],
  ])('is the present minute in place of %s, which is still named', (_, named) => {
    expect(freezingSlotOf(named, now)).toEqual({ slot: '2026-11-21T08:07:00.000Z', named });
  });

  it.each(['2026-11-21T08:18:00Z', '2027-01-01'])('is refused in the future: %s', (given) => {
    const found = at(Date.parse(given));
    expect(() => freezingSlotOf(given, now)).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT',
        field: 'slot',
        message: `slot: found ${found}, which is in the future; leave it out, or use the current time: ${at(now)}`,
      }),
    );
  });
});

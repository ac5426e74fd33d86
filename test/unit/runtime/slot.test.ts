import { describe, expect, it } from 'vitest';
import { slotOf } from '../../../shared/runtime/read-event.ts';

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

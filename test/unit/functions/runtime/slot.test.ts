import { expect, it } from 'vitest';
import { slotOf } from '../../../../functions/runtime/invocation.ts';

it.each([
  ['is the scheduled time that the event carries', '2026-11-21T09:00:00+01:00', '2026-11-21T08:00:00.000Z'],
  ['is the present moment for an invoke by hand', undefined, '2026-11-21T08:07:31.250Z'],
  ['is the present moment without a time', '<aws.scheduler.scheduled-time>', '2026-11-21T08:07:31.250Z'],
])('the slot of a tick %s', (_, given, slot) => {
  expect(slotOf(given, Date.parse('2026-11-21T08:07:31.250Z'))).toBe(slot);
});

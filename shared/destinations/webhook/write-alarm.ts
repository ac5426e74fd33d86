import type { AlarmNotice } from '../../domain/alarm.ts';

/** The body of an alarm's change: its `id` is the `webhook-id`, and stands there alone. */
export function writeAlarm({ id: _, state, ...notice }: AlarmNotice): string {
  const type = state === 'ALARM' ? 'alarm.raised' : 'alarm.cleared';
  return JSON.stringify({ type, timestamp: notice.since, data: { ...notice, state } }, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}

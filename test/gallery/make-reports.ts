import { hasBegun } from '../../shared/domain/reports/due-report.ts';
import type { RecapContent, ReminderContent } from '../../shared/domain/reports/report.ts';
import {
  bySoonest,
  closingSoon,
  countByOwner,
  isClosed,
  tellRow,
  worthOf,
} from '../../shared/domain/reports/told-row.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import { appLinks } from './compose-slot.ts';
import { type SandboxData, sandboxColumns } from './read-sandbox.ts';

/** Of a Monday morning at the route `sales`. */
function makeCommon(
  { columns }: SandboxData,
  entries: readonly OutboxEntry[],
  now: number,
  timezone: string,
) {
  const createdAt = new Date(now).toISOString();
  const mention = { people: { 'Ann Lee': 'U0789ABCD', 'Dev Patel': 'U0444ABCD' } };
  const view = {
    ...{ createdAt, timezone, nextAt: null, show: [], links: appLinks, mention, columns },
    meanings: sandboxColumns,
  };
  const rows = entries.flatMap(({ signal }) => (signal ? [tellRow(signal, view)] : []));
  const open = bySoonest(rows.filter((row) => !isClosed(row, now)));
  return {
    rows,
    open,
    common: { digestId: 'msg_k3xq5yj7abcdefghijklmnopqr', routeId: 'sales', until: createdAt, timezone },
  };
}

/** What a team might have done with 43 hot signals of a week; these entries are the untouched ones. */
export function makeRecap(...[data, entries, now, timezone]: Parameters<typeof makeCommon>): RecapContent {
  const { rows, open, common } = makeCommon(data, entries, now, timezone);
  const closing = closingSoon(rows, now);
  const done = { acted: 12, saved: 5, notInterested: 5, unknown: 2 };
  const hot = rows.length + 24;
  const counts = {
    ...done,
    hot,
    untouched: rows.length,
    closing: closing.length,
    closed: rows.length - open.length,
  };
  const since = new Date(now - 7 * 86_400_000).toISOString();
  return {
    ...{ ...common, kind: 'recap', since, counts, signals: open.slice(0, 10) },
    ...{ worth: worthOf(open), closingWorth: worthOf(closing), owners: countByOwner(open) },
  };
}

/** Of a route with `remind: ['7 days']`. */
export function makeReminder(
  ...[data, entries, now, timezone]: Parameters<typeof makeCommon>
): ReminderContent {
  const { open, common } = makeCommon(data, entries, now, timezone);
  const signals = open.filter(
    ({ closesAt }) => closesAt !== null && hasBegun(Date.parse(closesAt), '7 days', now, timezone),
  );
  return { ...common, kind: 'reminder', untouched: signals.length, unknown: 0, signals };
}

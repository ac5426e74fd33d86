import { describeMore } from '../../message/reports/describe-more.ts';
import { showClicks } from '../../message/slack/show-clicks.ts';
import { hasRoom, writeBody } from '../../message/slack/write-blocks.ts';
import type { RecordedClick } from '../../shared/domain/clicks/click.ts';
import type { SignalRecord } from '../../shared/domain/history/history.ts';
import { signalActions } from '../../shared/domain/routes/route.ts';
import { type Signal, signalIdOf } from '../../shared/domain/rows/signal.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import { appLinks, type Slot } from './compose-slot.ts';
import { sandboxColumns } from './read-sandbox.ts';
import { cool, hot, monday, newest, newYork, type Scene, type Worlds } from './scenes.ts';

const minute = 60_000;
const ann = { id: 'U0ANN', name: 'ann' };
const dev = { id: 'U0DEV', name: 'dev' };

/** Menus, what readers chose, and what one of them is told. */
export function makeClickScenes({ many }: Worlds): Scene[] {
  const all = newest(many.entries);
  const signals = hot(all).slice(0, 5);
  const slot: Slot = {
    ...{ data: many, now: monday, entries: [...signals, ...cool(all).slice(0, 6)] },
    to: { type: 'slack', botToken: { secret: 'SLACK_BOT_TOKEN' }, channel: 'C0123' },
    route: { actions: signalActions },
  };
  const summed = hot(all).find(({ buyerId }) => many.summaries.get(buyerId)?.summary) as OutboxEntry;
  const [first, second, third] = signals.map(({ signal }) => signalIdOf(signal as Signal));
  const click = (kind: RecordedClick['kind'], by: RecordedClick['by'], signalId = '', after = 0) =>
    ({ id: `${kind}${signalId}`, kind, by, signalId, at: monday + after }) satisfies RecordedClick;
  const clicks = [
    click('claim', ann, first, 41 * minute),
    click('not-for-us', dev, second, 50 * minute),
    click('claim', dev, third, 26 * 60 * minute),
  ];
  const until = monday + 7 * 24 * 60 * minute;
  const muteAt = (id: string) => (id === third ? { until, because: 'by dev in Slack' } : null);
  const reading = { now: monday, timezone: newYork };
  return [
    { name: 'menus', to: 'slack', slot },
    {
      ...{ name: 'menus-clicked', to: 'slack', slot },
      redraw: (body) => showClicks(body, clicks, muteAt, reading),
    },
    { name: 'menus-more', to: 'slack', slot, redraw: () => writeMore(many, summed) },
  ];
}

function writeMore(
  { entries, summaries, columns }: Worlds['many'],
  { buyerId, signal }: OutboxEntry,
): string {
  const own = newest(entries.filter((one) => one.buyerId === buyerId && one.signal !== signal));
  const records = own.map(({ signal: row, firstSeenAt }): SignalRecord => {
    const verdict = {
      hot: false,
      hotUnknown: false,
      hotBecause: [],
      hotnessRank: null,
      notSent: null,
      firstRun: null,
      verdicts: [],
    };
    return { signalId: '', buyerId, firstSeenAt, signal: row, ...verdict };
  });
  const createdAt = new Date(monday).toISOString();
  const view = {
    createdAt,
    timezone: newYork,
    nextAt: null,
    show: [],
    links: appLinks,
    mention: null,
    columns,
    meanings: sandboxColumns,
  };
  const buyer = { buyerId, name: signal?.buyerName ?? null };
  const summary = summaries.get(buyerId)?.summary ?? null;
  return writeBody(describeMore({ buyer, records, summary, view }, hasRoom));
}

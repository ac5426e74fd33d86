import type { RecapContent, ReportContent } from '../../message/reports/report.ts';
import type { DestinationKind } from '../../shared/domain/routes/destination-kinds.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import { exampleRecap, exampleReminder, exampleToldRow } from '../support/examples/example-report.ts';
import type { Slot } from './compose-slot.ts';
import type { Look } from './draw.ts';
import { type SandboxData, sandboxColumns } from './read-sandbox.ts';

/** A digest of the gallery. */
export interface Scene {
  /** Of its picture's file. */
  readonly name: string;
  readonly to: Exclude<DestinationKind, 'webhook'>;
  readonly slot: Slot;
  /** Drawn in place of what the slot has. */
  readonly report?: ReportContent | undefined;
  /** What becomes of its body later. */
  readonly redraw?: ((body: string) => string) | undefined;
  readonly look?: Look | undefined;
  /** How many of its messages are drawn at most. @default 1 */
  readonly messages?: number | undefined;
}

/** A Monday at 8 in New York. */
export const monday = Date.parse('2026-11-23T13:00:00Z');
export const newYork = 'America/New_York';

/** `few`: some sixty buyers, `many`: all that a large customer has. */
export interface Worlds {
  readonly few: SandboxData;
  readonly many: SandboxData;
}

/** Those that Teams is shown, too. */
const inTeams = [
  'one-hot-tenders',
  'one-hot-contacts',
  'fourteen-one-hot-buyer',
  'fourteen-newest',
  'fourteen-none-hot',
  'forty-newest',
  'forty-all-hot',
  'four-owners',
  'forty-by-owner',
  'flood-held',
  'recap',
  'reminder',
];

export function makeScenes(worlds: Worlds): Scene[] {
  const slack = makeSlackScenes(worlds).map((scene) => ({ ...scene, to: 'slack' as const }));
  const teams = slack
    .filter(({ name }) => inTeams.includes(name))
    .map((scene) => ({ ...scene, name: `teams-${scene.name}`, to: 'teams' as const }));
  return [...slack, ...teams];
}

type Drawn = Omit<Scene, 'to'>;

function makeSlackScenes({ few, many }: Worlds): Drawn[] {
  const scene = (name: string, data: SandboxData, entries: OutboxEntry[], slot: Partial<Slot> = {}) => ({
    name,
    slot: { data, entries, now: monday, ...slot },
    messages: entries.length > 14 ? 2 : 1,
  });
  const natural = newest(few.entries);
  const tenders = newest(hot(ofBridge(many, 'Tenders')));
  const rows = Array.from({ length: 10 }, (_, index) => exampleToldRow(index + 1));
  const recap = exampleRecap({}, { signals: rows });
  const counts = { ...recap.counts, claimed: 18, notForUs: 6 };
  const reports = [
    { ...scene('recap', many, []), report: recap },
    { ...scene('recap-clicks', many, []), report: { ...recap, counts } },
    { ...scene('recap-no-owners', many, []), report: { ...recap, ...withoutOwners(recap) } },
    { ...scene('reminder', many, []), report: exampleReminder({ untouched: 3, signals: rows.slice(0, 3) }) },
  ];
  const shown = ['Why It Matters', 'Fit Analysis', 'Due Date', 'Account Owner', 'Email'];
  return [
    ...many.bridges.map((bridge) => {
      const name = `one-hot-${bridge.toLowerCase().replaceAll(' ', '-')}`;
      return scene(name, many, newest(hot(ofBridge(many, bridge))).slice(0, 1), { route: immediately });
    }),
    scene('one-hot-summary-pending', many, tenders.slice(1, 2), { route: immediately, summaries: new Map() }),
    scene('one-cool', few, newest(cool(few.entries)).slice(0, 1)),
    scene('fourteen-one-hot-buyer', many, fourteenAtOneHotBuyer(many)),
    scene('fourteen-newest', few, natural.slice(0, 14)),
    scene('fourteen-none-hot', few, cool(natural).slice(0, 14)),
    scene('fourteen-all-hot', few, hot(natural).slice(0, 14)),
    scene('fourteen-shown-columns', few, natural.slice(0, 14), { route: { show: shown } }),
    scene('owner-told', many, newest(hot(ofBridge(many, 'Contacts'))).slice(0, 3), {
      route: { ...immediately, owner: { set: 'sales', is: { name: 'Ann Lee', id: 'U0ANN' } } },
      columns: { ...sandboxColumns, person: { name: 'Name', email: 'Email', phone: 'Phone' } },
    }),
    scene('owner-rest', many, owned(hot(newest(many.entries))).slice(0, 4), {
      route: { owner: { set: 'sales', is: null } },
    }),
    scene('four-owners', many, owned(hot(newest(many.entries))).slice(0, 4), { people }),
    scene('forty-by-owner', many, hot(newest(many.entries)).slice(0, 40), {
      people,
      route: { groupBy: 'owner' },
    }),
    scene('fourteen-kept-back', few, [...natural.slice(0, 12), ...unreadable(natural.slice(12, 14))], {
      held: 31,
    }),
    scene('forty-newest', few, natural.slice(0, 40)),
    scene('forty-all-hot', many, hot(newest(many.entries)).slice(0, 40)),
    ...reports,
    scene('flood-held', many, newest(many.entries).slice(0, 900), {
      held: 900,
      route: { flood: { over: 200, show: 40 } },
    }),
  ];
}

export const people = {
  'Ann Lee': { slack: 'U0789ABCD', teams: 'ann.lee@example.com' },
  'Dev Patel': { slack: 'U0444ABCD', teams: 'dev.patel@example.com' },
};
function withoutOwners({ signals }: RecapContent): Partial<RecapContent> {
  return { owners: [], signals: signals.map((row) => ({ ...row, owners: [] })) };
}

const immediately = { id: 'hot-now', when: 'immediately', timezone: newYork } as const;

function ofBridge(data: SandboxData, bridge: string): OutboxEntry[] {
  return data.entries.filter(({ signal }) => signal?.bridgeName === bridge);
}

export const hot = (entries: readonly OutboxEntry[]): OutboxEntry[] => entries.filter((one) => one.hot);
export const owned = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.filter(({ signal }) => typeof signal?.columns['Account Owner'] === 'string');
export const cool = (entries: readonly OutboxEntry[]): OutboxEntry[] => entries.filter((one) => !one.hot);

export function newest(entries: readonly OutboxEntry[]): OutboxEntry[] {
  // The sandbox lets many arrive at the very last moment.
  return entries
    .filter(({ firstSeenAt }) => firstSeenAt < monday)
    .sort((a, b) => b.firstSeenAt - a.firstSeenAt || (a.key < b.key ? -1 : 1));
}

function byBuyer(data: SandboxData): [string, OutboxEntry[]][] {
  return [...Map.groupBy(newest(data.entries), ({ buyerId }) => buyerId)];
}

function hotByColumn(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter((one) => one.hotBecause?.some(({ rule }) => rule === 'column'));
}

/** What a reader of the README knows without being told. */
const wellKnown: ReadonlySet<string> = new Set([
  'Tenders',
  'Board meetings',
  'Job changes',
  'News signals',
  'Contract ends',
]);

function fourteenAtOneHotBuyer(data: SandboxData): OutboxEntry[] {
  const known = byBuyer(data).map(([, own]) =>
    own.filter(({ signal }) => wellKnown.has(signal?.bridgeName ?? '')),
  );
  const first = known.map((own) => onePerBridge(hotByColumn(own))).find((own) => own.length >= 3);
  if (!first) throw new Error('no buyer has three signals of well-known bridges that are hot by a column');
  const sizes = [3, 3, 2, 1, 1, 1];
  const others = known
    .map(cool)
    .filter((own) => own.length >= 3 && own[0]?.buyerId !== first[0]?.buyerId)
    .slice(0, sizes.length)
    .flatMap((own, index) => onePerBridge(own).slice(0, sizes[index]));
  return [...first.slice(0, 3), ...others].map(overTheWeekend);
}

/** As if it had come since the Friday morning before. */
function overTheWeekend(entry: OutboxEntry): OutboxEntry {
  return { ...entry, firstSeenAt: monday - ((monday - entry.firstSeenAt) % (72 * 60 * 60 * 1_000)) };
}

function onePerBridge(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...new Map(entries.toReversed().map((one) => [one.signal?.bridgeId, one])).values()];
}

function unreadable(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.map((one) => ({ ...one, hot: false, hotBecause: [], signal: null }));
}

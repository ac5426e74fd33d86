import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { AttemptRecord } from '../../../shared/domain/digests/attempt.ts';
import type { FrozenDigest, ReportKind } from '../../../shared/domain/digests/delivery.ts';
import type { NewSignal } from '../../../shared/domain/signals/recording.ts';
import { createLedger, type Ledger } from '../../../shared/ledger/ledger.ts';
import { exampleNewSignal } from '../examples/example-signals.ts';
import { createCountingTable } from '../ledger/counting-table.ts';
import { noOutline, settleDue } from '../ledger/digests.ts';

export type PageLedger = ReturnType<typeof openPageLedger>;

/** A config with a route to each kind of destination: `crm` at once, `sales` and `ops` in the morning. */
export const pageConfig: SignalpostConfig = checkConfig({
  api: { baseUrl: 'https://bridge.springfield.dev', token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
  watch: { bridges: ['0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001'] },
  columns: { stage: 'Stage' },
  hot: { columns: [{ name: 'Match Score', atLeast: 80 }] },
  routes: [
    {
      id: 'crm',
      match: { hot: true },
      when: 'immediately',
      to: { type: 'webhook', url: 'https://crm.springfield.dev/', signingSecret: { secret: 'SIGNING' } },
    },
    {
      id: 'sales',
      when: { cron: '0 8 ? * MON-FRI *', timezone: 'Europe/Berlin' },
      to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
    },
    {
      id: 'ops',
      when: { cron: '0 9 ? * * *', timezone: 'America/New_York' },
      to: { type: 'teams', webhookUrl: { secret: 'TEAMS_WEBHOOK_URL' } },
    },
  ],
});

/** What a page of one machine shows of such a ledger. */
export const worldOf = ({ ledger, table }: Pick<PageLedger, 'ledger' | 'table'>) => ({
  place: 'state .signalpost',
  ledger,
  table,
  config: pageConfig,
  stage: null,
  flags: {},
});

/** A ledger in memory, filled by the steps of the protocol. */
export function openPageLedger(now: () => number) {
  const table = createCountingTable(openSqliteTable(':memory:'));
  const ledger: Ledger = createLedger({ table, clock: { now, sleep: async () => {} }, random: () => 0.5 });
  let slots = 0;

  /** Creates a digest of the oldest signal that waits for its route; `digestId` names it. */
  async function create(
    digestId: string,
    over: Partial<FrozenDigest> = {},
    at = now(),
    report?: ReportKind,
  ): Promise<FrozenDigest> {
    slots += 1;
    const routeId = over.routeId ?? 'crm';
    const [entry] = await ledger.outbox.read(routeId, 1);
    const digest: FrozenDigest = {
      routeId,
      slot: new Date(at - 3_600_000 + slots).toISOString(),
      part: 1,
      digestId,
      destinationType: 'webhook',
      body: '{"type":"digest.created"}',
      members: entry ? [entry.key] : [],
      outline: noOutline,
      ...over,
    };
    const { ver } = await ledger.routes.read(routeId);
    const step = report === undefined ? undefined : { ver, report, mark: { at, times: '' } };
    if (!(await ledger.digests.freeze(digest, at, undefined, step)))
      throw new Error(`${digestId} could not be created`);
    return digest;
  }

  return {
    ledger,
    table,
    takeRequests: table.takeRequests,
    create,
    record: (number: number, over: Partial<NewSignal> = {}) =>
      ledger.signals.record(exampleNewSignal(number, { firstSeenAt: now(), ...over })),
    /** Creates a digest and delivers it. */
    async deliver(digestId: string, over: Partial<FrozenDigest> = {}, at = now()): Promise<FrozenDigest> {
      const digest = await create(digestId, over, at);
      const told: Omit<AttemptRecord, 'at'> = { outcome: 'delivered', status: 204, reason: 'answered 204' };
      await settleDue(ledger, digest, at, { to: 'DELIVERED' }, true, told);
      return digest;
    },
    /** A watched buyer that was read. */
    async readBuyer(buyerId: string, name: string | null, listed: number): Promise<void> {
      const shown = { name, listed };
      const before = await ledger.buyers.read(buyerId);
      await ledger.buyers.completeScan(before, {
        startedAt: now(),
        shown,
        listing: null,
        dueAt: now() + 3_600_000,
      });
    },
  };
}

import { describe, expect, it } from 'vitest';
import { checkColumns } from '../../../../cli/doctor/check-columns.ts';
import type { VisitLedger } from '../../../../cli/doctor/check-reading.ts';
import type { ApiPorts } from '../../../../cli/open/call-api.ts';
import type { DeclaredColumns } from '../../../../shared/domain/cells/meanings.ts';
import { HttpStatusError } from '../../../../shared/domain/errors.ts';
import { exampleNewSignal, exampleRow } from '../../../support/examples/example-signals.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
import { openLedger } from '../../../support/ledger/open-ledger.ts';

const bridgeId = '00000000-0000-4000-8000-000000000001';
const paging = { pageNumber: 1, pageSize: 20, totalItems: 1, totalPages: 1 };
const formats = {
  'Due Date': 'date',
  'Questions Due': 'date',
  'Estimated Value': 'currencyUnit',
  Buyer: 'text',
  'Decision Maker': 'text',
  'Fit Score': 'number',
};
const due = (cell: unknown) => ({ 'Due Date': cell, 'Estimated Value': 0, 'Decision Maker': 'ann@acme.dev' });

function portsOf(cells: readonly Record<string, unknown>[], failure?: Error): ApiPorts {
  const answer = async <Item>(result: Item[]) => {
    if (failure) throw failure;
    return { ...paging, result, unreadable: [] };
  };
  const columns = Object.entries(formats).map(([name, baseFormat]) => ({
    columnId: name,
    bridgeId,
    additionalFields: [],
    column: { name, fieldFormat: { baseFormat } },
  }));
  const rows = cells.map((columns, index) => ({ rowId: String(index), buyerId: bridgeId, columns }));
  return {
    deadline: () => 0,
    api: {
      listColumnMetadata: () => answer(columns),
      listBridgeRows: () => answer(rows),
      listBuyerSignals: () =>
        answer([{ bridge: { bridgeId, name: 'Tenders' }, row: { rowId: 'r', columns: {} } }]),
    },
  };
}

const neverRan: VisitLedger = (work) => work(null);

function examine(columns?: DeclaredColumns, ports = portsOf([due('2026-12-01')]), visit = neverRan) {
  const known = new Map([[bridgeId, Object.keys(formats)]]);
  const watch = { ...exampleConfig.watch, bridges: [bridgeId] };
  return checkColumns({ ...exampleConfig, watch, columns }, known, ports, visit);
}

describe('the check of columns', () => {
  it('prints the block to paste where the config declares none, with the deadline to be confirmed', async () => {
    const { state, found } = await examine();

    expect(state).toBe('ok');
    expect(found.split('\n').slice(1)).toEqual([
      '  columns: {',
      '    // A deadline closes signals, and reminders go by it. If this is the last day for an answer, declare it:',
      "    // deadline: 'Due Date',",
      "    money: 'Estimated Value',",
      "    person: 'Decision Maker',",
      "    buyer: 'Buyer',",
      '  },',
    ]);
  });

  it('proposes a rule of hot beside it by the rows, where the config has none by columns', async () => {
    const scores = Array.from({ length: 20 }, (_, index) => ({ 'Fit Score': 5 * index }));
    const known = new Map([[bridgeId, Object.keys(formats)]]);
    const config = { ...exampleConfig, columns: undefined, hot: { topByHotness: 1, columns: [] } };

    const { found } = await checkColumns(config, known, portsOf(scores), neverRan);

    expect(found).toMatch(
      /4 of the 20 rows .+\n {2}hot: \{ columns: \[\{ name: 'Fit Score', atLeast: 80 \}\] \},$/,
    );
  });

  it('counts cells that are not what is declared, with an example that is no address, and the fix', async () => {
    const ports = portsOf([due('2026-12-01'), due('12/10/2026 2:00 PM'), due(null)]);

    const columns = { deadline: 'Due Date', money: 'Estimated Value', person: 'Decision Maker' };
    const finding = await examine(columns, ports);

    expect(finding).toEqual({
      state: 'warning',
      found:
        '1 of 2 cells of "Due Date" can\'t be read as a date, such as "12/10/2026 2:00 PM"; 3 of 3 cells of "Decision Maker" can\'t be read as a name; columns.buyer is not declared; Buyer may name buyers',
      fix: 'write a date as 2026-12-10 or Dec 10, 2026 2:00 PM, or declare another column: until then, it is shown as written; write a name as Ann Lee, without an address, or declare another column: until then, it is shown as written',
    });
  });

  it.each([
    ['failed', { deadline: 'Due Dat', buyer: 'Buyer' }, 'did you mean "Due Date"?'],
    ['warning', { stage: 'Phase', buyer: 'Buyer' }, 'the column "Phase" of columns.stage was not seen yet'],
    ['ok', { in: { [bridgeId]: { deadline: 'Due Date' } }, buyer: false }, 'are in the metadata'],
  ] as const)('is %s for %j', async (state, columns, found) => {
    expect(await examine(columns)).toMatchObject({ state, found: expect.stringContaining(found) });
  });

  it.each([
    ['no row', []],
    ['empty cells', [{ ...due(null), 'Estimated Value': '' }]],
  ])('says of %s that no value was seen, and not that cells can be read', async (_, cells) => {
    const columns = { deadline: 'Due Date', money: 'Estimated Value', buyer: 'Buyer' };
    const { state, found } = await examine(columns, portsOf(cells));

    expect([state, found]).toEqual([
      'ok',
      'the declared columns are in the metadata; no row that was read has a value of "Due Date" or "Estimated Value"',
    ]);
  });

  it('tells for each deadline how many signals it alone kept from being hot', async () => {
    const { ledger } = openLedger();
    const content = exampleRow(1, { columns: { 'Match Score': 99, 'Questions Due': '2020-01-01' } });
    await ledger.signals.record(exampleNewSignal(1, { firstSeenAt: Date.now(), routeIds: [], content }));

    const columns = { deadline: 'Questions Due', buyer: 'Buyer' };
    const { found } = await examine(columns, portsOf([due('2026-12-01')]), (work) => work(ledger));

    expect(found).toContain('; of 30 days, 1 more signal would be hot, but Questions Due had passed');
  });

  it.each([
    ['listColumnMetadata', 401],
    ['listBridgeRows', 401],
    ['listBridgeRows', 500],
    ['listBuyerSignals', 403],
  ] as const)('fails where %s answers %i: no signal is found without it', async (operation, status) => {
    const ports = portsOf([due('2026-12-01')]);
    const refuse = () => Promise.reject(new HttpStatusError(status, `the service answered ${status}`));

    const { state, found } = await examine(
      { stage: 'Phase', buyer: 'Buyer' },
      { ...ports, api: { ...ports.api, [operation]: refuse } },
    );

    expect(state).toBe('failed');
    expect(found).toMatch(`bridge ${bridgeId}: the service answered ${status}`);
    // A bridge that could not be read may have the column.
    expect(found).not.toContain('was not seen yet');
  });

  it('warns where the service has none of the lists that were asked for', async () => {
    const ports = portsOf([due('2026-12-01')]);
    const listBuyerSignals = () => Promise.reject(new HttpStatusError(404, 'the service answered 404'));

    expect(
      await examine(
        { deadline: 'Due Date', buyer: 'Buyer' },
        { ...ports, api: { ...ports.api, listBuyerSignals } },
      ),
    ).toMatchObject({
      state: 'warning',
      found: expect.stringContaining(`bridge ${bridgeId}: the service answered 404`),
    });
  });
});

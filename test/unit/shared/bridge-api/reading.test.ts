import { describe, expect, it } from 'vitest';
import { readPage, readSignal } from '../../../../shared/bridge-api/read-answers.ts';
import { ContractError } from '../../../../shared/domain/errors.ts';
import {
  bridgeId,
  buyerId,
  createFakeService,
  pageOf,
  rejectionOf,
  rowId,
  signalOf,
} from '../../../support/fake-service.ts';

const readSignals = (json: unknown) => createFakeService([{ json }]).api.listBuyerSignals({ buyerId });
const readRows = (json: unknown) => createFakeService([{ json }]).api.listBridgeRows({ bridgeId });
const readMetadata = (json: unknown) => createFakeService([{ json }]).api.listColumnMetadata(bridgeId);
const readSummary = (json: unknown) => createFakeService([{ json }]).api.getBuyerSummary(buyerId);
const columnMetadata = { columnId: rowId, bridgeId, column: { name: 'Score' }, additionalFields: [] };

describe('reading a page', () => {
  it.each([
    ['no object', []],
    ['null', null],
    ['no result', { ...pageOf([]), result: undefined }],
    ['a result that is an object', { ...pageOf([]), result: {} }],
    ['no totalItems', { ...pageOf([]), totalItems: undefined }],
    ['a pageNumber in quotes', pageOf([], { pageNumber: '1' })],
    ['half a page', pageOf([], { totalPages: 1.5 })],
    ['less than nothing', pageOf([], { totalItems: -1 })],
  ])('refuses an envelope with %s', async (_, json) => {
    expect(await rejectionOf(readSignals(json))).toBeInstanceOf(ContractError);
    expect(await rejectionOf(readRows(json))).toBeInstanceOf(ContractError);
  });

  it('names the field and its type, not its content', async () => {
    await expect(readSignals(pageOf([], { pageSize: 's3cret' }))).rejects.toThrow(
      'listBuyerSignals: in the answer, pageSize must be a whole number, and is of type string',
    );
  });

  it('keeps unknown fields and unknown enumeration values', async () => {
    const item = signalOf(
      { status: 'Pondered', mood: 'good' },
      { filterType: 'TopBuyer', columns: [{ tint: 'red' }] },
    );

    const page = await readSignals(pageOf([{ ...item, rank: 7 }], { tookMs: 12 }));

    expect(page).toMatchObject({ tookMs: 12, result: [{ ...item, rank: 7 }], unreadable: [] });
  });

  it('takes absent and null fields alike, and missing columns as none', async () => {
    const bare = { bridge: { bridgeId }, row: { rowId } };
    const nulls = {
      bridge: { bridgeId, name: null, columns: null, filterType: null },
      row: { rowId, bridgeId: null, updatedAt: null, columns: null, name: null, buyerId: null, entity: null },
    };

    const page = await readSignals(pageOf([bare, nulls]));

    expect(page.unreadable).toEqual([]);
    expect(page.result[0]).toEqual({ bridge: { bridgeId }, row: { rowId, columns: {} } });
    expect(page.result[1]?.row).toMatchObject({ name: null, columns: {} });
  });

  it('reads an optional field of the wrong type as null rather than lose the item', async () => {
    const row = {
      rowId,
      name: 7,
      updatedAt: 1_700_000_000,
      entity: 'x',
      buyerId: {},
      columns: ['x'],
      status: 1,
    };

    const page = await readRows(pageOf([row]));

    expect(page.unreadable).toEqual([]);
    expect(page.result).toEqual([
      { rowId, name: null, updatedAt: null, entity: null, buyerId: null, columns: {}, status: null },
    ]);
  });

  it('keeps every column, whatever its name and its value', async () => {
    const columns = JSON.parse(
      '{"constructor":"Ace Builders","__proto__":1,"":null,"Score":{"value":1,"status":"x"}}',
    );

    const page = await readRows(pageOf([{ rowId, columns }]));

    expect(Object.entries(page.result[0]?.columns ?? {})).toEqual(Object.entries(columns));
  });

  it('finds the bridge of a signal in its row when the bridge does not say', async () => {
    const page = await readSignals(
      pageOf([
        { bridge: { name: 'Tenders' }, row: { rowId, bridgeId } },
        { bridge: null, row: { rowId, bridgeId } },
        { row: { rowId, bridgeId } },
      ]),
    );

    expect(page.result.map(({ bridge }) => bridge.bridgeId)).toEqual([bridgeId, bridgeId, bridgeId]);
    expect(page.result[0]?.bridge.name).toBe('Tenders');
  });

  it.each([
    ['null', null, 'the whole must be an object, and is of type null'],
    ['text', 's3cret', 'the whole must be an object, and is of type string'],
    ['no row', { bridge: { bridgeId } }, 'row is absent'],
    ['no rowId', { bridge: { bridgeId }, row: { name: 's3cret' } }, 'row.rowId is absent'],
    [
      'an empty rowId',
      signalOf({ rowId: '' }),
      'row.rowId must be text of 1 to 128 characters, and is of type string',
    ],
    ['a rowId that is no text', signalOf({ rowId: 7 }), 'row.rowId must be text, and is of type number'],
    [
      'no bridgeId',
      { bridge: {}, row: { rowId } },
      'bridge.bridgeId and row.bridgeId are both absent, or no ids',
    ],
  ])('sets aside a signal that is or has %s, and keeps the others', async (_, item, problem) => {
    const page = await readSignals(pageOf([signalOf(), item, signalOf()]));

    expect(page.result).toHaveLength(2);
    expect(page.unreadable).toEqual([{ index: 1, problem, raw: JSON.stringify(item) }]);
  });

  it('takes up to 1,000 items, whatever size the envelope names', async () => {
    const signals = Array.from({ length: 1_000 }, () => signalOf());
    for (const pageSize of [20, 5_000]) {
      expect((await readSignals(pageOf(signals, { pageSize }))).result).toHaveLength(1_000);

      await expect(readSignals(pageOf([...signals, null], { pageSize }))).rejects.toThrow(
        'listBuyerSignals: the page has 1001 items, more than the 1000 that a page may have',
      );
    }
  });

  it('gives an item that is nested too deep as unreadable without the deepest levels, and reads its neighbours', () => {
    const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    const result = [100, 40, 200_000].map((levels) => signalOf({ columns: { deep: nested(levels) } }));

    const answer = { operation: 'listBuyerSignals', body: pageOf(result), servedAt: null, size: 1 } as const;
    const page = readPage(answer, readSignal);

    expect(page.result.map(({ row: { columns } }) => columns)).toEqual([{ deep: nested(40) }]);
    expect(page.unreadable.map(({ index }) => index)).toEqual([0, 2]);
    for (const { raw } of page.unreadable) expect(raw).toContain('[[[null]]]');
  });

  it.each([
    ['Sat, 21 Nov 2026 08:00:00 GMT', Date.parse('2026-11-21T08:00:00Z')],
    ['yesterday', null],
    ['', null],
  ])('knows the time of the answer by its Date header: %j', async (date, servedAt) => {
    const headers = { date };
    const { api } = createFakeService([
      { json: pageOf([{ rowId }]), headers },
      { status: 404, headers },
    ]);

    expect(await api.listBridgeRows({ bridgeId })).toMatchObject({ servedAt });
    await expect(api.listBridgeRows({ bridgeId })).rejects.toMatchObject({ status: 404, servedAt });
  });
});

describe('reading column metadata', () => {
  it('hands out each column with its settings', async () => {
    const items = [
      { ...columnMetadata, webAgentModel: 'UltraSixteenX', webhookUrl: null },
      {
        ...columnMetadata,
        additionalFields: [
          { key: `${rowId}$basis:email`, name: 'Email', fieldFormat: { baseFormat: 'email' } },
        ],
        linkSettings: { sourceBridgeId: bridgeId, includedStatuses: ['New'] },
        vendorPresenceSettings: { serviceProviders: [{ name: 'Ace', serviceProviderAliases: ['A'] }] },
        emailGenerationSettings: { snippetDefinitions: { greeting: 'Dear' }, showParentColumn: true },
      },
    ];

    expect(await readMetadata(items)).toEqual({ result: items, unreadable: [] });
  });

  it.each([
    ['has no columnId', { ...columnMetadata, columnId: undefined }, 'columnId is absent'],
    ['has no bridgeId', { ...columnMetadata, bridgeId: undefined }, 'bridgeId is absent'],
    ['has no column', { ...columnMetadata, column: undefined }, 'column is absent'],
    [
      'has no additionalFields',
      { ...columnMetadata, additionalFields: undefined },
      'additionalFields is absent',
    ],
    ['is null', null, 'the whole must be an object, and is of type null'],
  ])('sets aside an item that %s, and keeps the others', async (_, item, problem) => {
    const raw = JSON.stringify(item);

    expect(await readMetadata([columnMetadata, item, columnMetadata])).toEqual({
      result: [columnMetadata, columnMetadata],
      unreadable: [{ index: 1, problem, raw }],
    });
  });

  it('refuses an answer that is no array', async () => {
    expect(await rejectionOf(readMetadata({ result: [] }))).toBeInstanceOf(ContractError);
  });

  it('leaves out list elements that are nothing like what they should be', async () => {
    const format = { enumerationValues: [{ value: 'a' }, 'b', null], outputFields: 'none' };

    const { result } = await readMetadata([
      {
        ...columnMetadata,
        column: { name: 'Score', fieldFormat: format },
        additionalFields: [7, { key: 'k' }],
      },
    ]);

    const [read] = result;
    expect(read?.column.fieldFormat).toEqual({ enumerationValues: [{ value: 'a' }], outputFields: null });
    expect(read?.additionalFields).toEqual([{ key: 'k' }]);
  });
});

describe('reading a summary', () => {
  it.each([
    [-3, -3],
    [4.5, null],
    ['82', null],
  ])(
    'reads the score %j as %j: the contract says integer, and a summary is not lost for a score',
    async (score, read) => {
      const summary = { whatsRecent: { intro: 'New' } };

      const answer = await readSummary({ buyerId, needsRegeneration: false, summary, score });

      expect(answer).toEqual({ buyerId, needsRegeneration: false, summary, score: read });
    },
  );

  it.each([
    ['no buyerId', { needsRegeneration: true }],
    ['no needsRegeneration', { buyerId }],
    ['needsRegeneration as text', { buyerId, needsRegeneration: 'true' }],
    [
      'a summary that is text, which null would pass off as not ready',
      { buyerId, needsRegeneration: false, summary: 's' },
    ],
  ])('refuses one with %s', async (_, json) => {
    expect(await rejectionOf(readSummary(json))).toBeInstanceOf(ContractError);
  });
});

import { describe, expect, it } from 'vitest';
import { listColumns } from '../../../../functions/poll-signals/learn-columns.ts';
import { bridgeId } from '../../../support/examples/example-signals.ts';
import { createFakeService } from '../../../support/fake-service.ts';

const exampleColumn = {
  name: 'Due',
  format: 'date',
  currency: null,
  labels: {},
  analysed: false,
  internal: false,
};

describe('what metadata says of a column', () => {
  const item = (column: object, over: object = {}) => ({
    columnId: 'c',
    bridgeId,
    additionalFields: [],
    column,
    ...over,
  });
  const readAll = async (...items: object[]) =>
    listColumns(createFakeService([{ json: items }]).api, bridgeId, Number.MAX_SAFE_INTEGER);

  it('is its format, its currency and the labels that differ from their values', async () => {
    const fieldFormat = {
      baseFormat: 'enumeration',
      currency: 'USD',
      enumerationValues: [
        { value: 'RFP_OPEN_2', label: 'Open' },
        { value: 'Same', label: 'Same' },
        { value: null, label: 'None' },
      ],
    };
    expect(await readAll(item({ name: 'Stage', fieldFormat }), item({ name: '' }))).toEqual([
      {
        ...exampleColumn,
        name: 'Stage',
        format: 'enumeration',
        currency: 'USD',
        labels: { RFP_OPEN_2: 'Open' },
      },
    ]);
  });

  it.each([
    [{ webAgentModel: 'Pro' }, {}],
    [{}, { prompt: 'Why does it matter?' }],
  ])('is that an analysis fills it in: %j %j', async (over, column) => {
    expect(await readAll(item({ name: 'Why', ...column }, over))).toMatchObject([{ analysed: true }]);
  });

  it.each([
    { webhookUrl: 'https://hooks.example.com/secret-token' },
    { emailGenerationSettings: { emailBodyTemplate: 'secret-token' } },
    { linkSettings: { sourceBridgeId: bridgeId } },
  ])('is that it is internal, and nothing of its settings: %j', async (settings) => {
    const columns = await readAll(item({ name: 'Push' }, settings));

    expect(columns).toEqual([{ ...exampleColumn, name: 'Push', format: null, internal: true }]);
    expect(JSON.stringify(columns)).not.toContain('secret-token');
  });
});

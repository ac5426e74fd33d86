import { expect, test } from 'vitest';
import { createSandboxCalls } from './sandbox-calls.ts';

test('the bridges together have every filter type, every base format and every kind of settings', async () => {
  const calls = createSandboxCalls({ bridges: 11 });

  const answers = await Promise.all(calls.world.bridges.map(({ bridgeId }) => calls.metadata(bridgeId)));
  const columns = answers.flatMap(({ body }) => body);

  expect(new Set(calls.world.bridges.map(({ filterType }) => filterType)).size).toBe(11);
  const formats = 'boolean currencyUnit date email enumeration json list number obj phone text url'.split(
    ' ',
  );
  expect([...new Set(columns.map(({ column }) => column.fieldFormat?.baseFormat))].sort()).toEqual(formats);
  const has = [
    columns.some(({ webAgentModel }) => webAgentModel === 'Core'),
    columns.some(({ vendorPresenceSettings }) => vendorPresenceSettings?.runWebPresence),
    columns.some(({ emailGenerationSettings }) => emailGenerationSettings?.emailBodyTemplate),
    columns.some(({ webhookUrl }) => webhookUrl?.startsWith('https://')),
    columns.some(({ column }) => (column.fieldFormat?.enumerationValues?.length ?? 0) > 1),
    columns.some(({ column }) => (column.fieldFormat?.outputFields?.length ?? 0) > 1),
  ];
  expect(has).toEqual(has.map(() => true));
});

test('a reference column names another bridge that exists', async () => {
  const calls = createSandboxCalls();

  const { body } = await calls.metadata(calls.bridgeOf('RFP').bridgeId);
  const source = body.find(({ linkSettings }) => linkSettings)?.linkSettings?.sourceBridgeId;

  expect(source).toBe(calls.bridgeOf('Meeting').bridgeId);
});

test('every column of a row is one of its bridge', async () => {
  const calls = createSandboxCalls({ signals: 100, bridges: 11 });

  for (const { bridgeId } of calls.world.bridges) {
    const names = (await calls.metadata(bridgeId)).body.map(({ column }) => column.name);
    const { body } = await calls.rows(bridgeId, {}, '?pageSize=100');

    expect(body.totalItems).toBeGreaterThan(0);
    for (const row of body.result) expect(Object.keys(row.columns)).toEqual(names);
  }
});

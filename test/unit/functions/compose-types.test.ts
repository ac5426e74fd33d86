import { expect, it } from 'vitest';
import { composeDigests } from '../../../functions/compose-digests/compose-digests.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import { exampleSummary } from '../../support/examples/example-digest.ts';
import { bridgeId, buyerA, exampleEntry, exampleRow } from '../../support/examples/example-signals.ts';
import { fakeComposing, immediateRoute } from '../../support/functions/compose-ports.ts';

const shown = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a002';
const open = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a003';
const named = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a004';

it('fills in the filter types of bridges that did not show theirs, as far as they are known', async () => {
  const signals = [
    exampleRow(1, { bridgeId: bridgeId.toUpperCase() }),
    exampleRow(2, { bridgeId: shown, filterType: 'Purchase' }),
    exampleRow(3, { bridgeId: open }),
    exampleRow(4, { bridgeId: named }),
  ];
  const asked: string[] = [];
  const readBridgeType = async (id: string) => {
    asked.push(id);
    return id === bridgeId ? 'RFP' : undefined;
  };
  const entries = signals.map((signal, index) => exampleEntry(index, { signal, hot: index === 0 }));
  const fake = fakeComposing(entries, { readBridgeType });
  const source = {
    entryId: null,
    entryName: null,
    triggerId: named,
    triggerType: 'Meeting',
    triggerName: null,
  };
  const section = { title: null, text: null, sources: [source] };
  const summary = exampleSummary({ whatsRecent: { intro: null, sections: [section] } });
  fake.summaries.set(buyerA, { state: 'ready', summary });

  await composeDigests(fake.ports, {
    ...{ route: immediateRoute, slot: '2026-11-21T08:00:00.000Z', dryRun: false },
    ...{ seenUntil: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY },
  });

  const { buyers } = JSON.parse(fake.frozen[0]?.body ?? '') as DigestContent;
  const types = buyers.flatMap((buyer) => buyer.signals).map((one) => [one.rowId, one.filterType]);
  expect(Object.fromEntries(types)).toEqual(
    Object.fromEntries(
      signals.map(({ rowId }, index) => [rowId, ['RFP', 'Purchase', null, 'Meeting'][index]]),
    ),
  );
  expect(asked.sort()).toEqual([bridgeId, open, named]);
});

import { describe, expect, it } from 'vitest';
import type { FrozenDigest } from '../../../../shared/domain/digests/delivery.ts';
import { exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { onlyAt } from '../../../support/fault-injector.ts';
import { noOutline } from '../../../support/ledger/digests.ts';
import { now, type OpenedLedger, openLedger, passingFaults } from '../../../support/ledger/open-ledger.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const slot = '2026-11-21T08:00:00.000Z';
const pointer = { routeId: 'crm', slot, part: 1 };

async function openWaiting(count = 3): Promise<OpenedLedger & { first: FrozenDigest; reply: FrozenDigest }> {
  const opened = openLedger(seededRandom(1));
  for (let number = 1; number <= count; number++)
    await opened.ledger.signals.record(exampleNewSignal(number));
  const [hot, ...others] = opened.outboxKeys('crm');
  const common = { ...pointer, destinationType: 'slack', outline: noOutline } as const;
  return {
    ...opened,
    first: { ...common, digestId: 'msg_1', body: '{"a":1}', members: [hot as string], repliedBy: 2 },
    reply: { ...common, part: 2, digestId: 'msg_2', body: '{"b":1}', members: others, replyTo: 1 },
  };
}

async function openFrozen() {
  const opened = await openWaiting();
  expect(await opened.ledger.digests.freeze(opened.first, now, opened.reply)).toBe(true);
  return opened;
}

describe('a message and its reply', () => {
  it.each(passingFaults)('are created once, and known again, when the first try is %s', async (fault) => {
    const { outboxKeys, ledger, plan, first, reply } = await openWaiting();
    plan(onlyAt(1, fault));

    expect(await ledger.digests.freeze(first, now, reply)).toBe(true);
    expect(outboxKeys('crm')).toEqual([]);
  });

  it('are called off when another composer has created them, even with the same ids and bytes', async () => {
    const { ledger, first, reply } = await openFrozen();

    expect(await ledger.digests.freeze(first, now, reply)).toBe(false);
  });
});

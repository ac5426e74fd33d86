import { expect, it } from 'vitest';
import { exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { onlyAt } from '../../../support/fault-injector.ts';
import { noOutline, pointer } from '../../../support/ledger/digests.ts';
import { now, openLedger, passingFaults } from '../../../support/ledger/open-ledger.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

it.each(passingFaults)(
  'a message and its reply are created once, and known again, when the first try is %s',
  async (fault) => {
    const { outboxKeys, ledger, plan } = openLedger(seededRandom(1));
    for (const number of [1, 2, 3]) await ledger.signals.record(exampleNewSignal(number));
    const [hot = '', ...others] = outboxKeys('crm');
    const common = { ...pointer, destinationType: 'slack', outline: noOutline } as const;
    const first = { ...common, digestId: 'msg_1', body: '{"a":1}', members: [hot], repliedBy: 2 };
    const reply = { ...common, part: 2, digestId: 'msg_2', body: '{"b":1}', members: others, replyTo: 1 };
    plan(onlyAt(1, fault));

    expect(await ledger.digests.freeze(first, now, reply)).toBe(true);
    expect(outboxKeys('crm')).toEqual([]);
    // By another composer, with the same ids and bytes.
    expect(await ledger.digests.freeze(first, now, reply)).toBe(false);
  },
);

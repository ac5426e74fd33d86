import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../../functions/deliver-digest/handler.ts';
import type { AttemptOutcome } from '../../../../shared/domain/digests/attempt.ts';
import type { FrozenDigest, OutgoingDigest } from '../../../../shared/domain/digests/delivery.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import { exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { openFunctions } from '../../../support/functions/open-functions.ts';
import { noOutline } from '../../../support/ledger/digests.ts';

const slot = '2026-11-21T08:00:00.000Z';
const pointer = { routeId: 'crm', slot, part: 1 };
const replyPointer = { ...pointer, part: 2 };
const minute = 60_000;
const thread = 'C0123ABCD 1503435956.000247';
const failed = { outcome: 'retry', status: 503, reason: 'answered 503' } as const;
const refused = { outcome: 'dead', reason: 'answered 200: invalid_blocks' } as const;
const noReply = { ...failed, reason: 'answered 200: cannot_reply_to_message', threadRefused: true };
const to = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;
const route: Route = { id: 'crm', match: {}, when: 'immediately', to };

/** A message and its reply, frozen, and the function that delivers them. */
async function open(answer: (message: OutgoingDigest, call: number) => Partial<AttemptOutcome>) {
  const { ports, ledger, observed, outboxKeys, time, ...bench } = openFunctions({
    config: { routes: [route] },
    answer,
  });
  for (const number of [1, 2]) await ledger.signals.record(exampleNewSignal(number));
  const [hot, other] = outboxKeys('crm') as [string, string];
  const common = {
    ...pointer,
    destinationType: 'slack',
    outline: noOutline,
  } as const satisfies Partial<FrozenDigest>;
  const first = { ...common, digestId: 'msg_1', body: '{"a":1}', members: [hot], repliedBy: 2 };
  const reply = { ...common, part: 2, digestId: 'msg_2', body: '{"b":1}', members: [other], replyTo: 1 };
  await ledger.digests.freeze(first, time.now, reply);
  let leftMs = 180_000;
  const handle = createHandler(ports);
  return {
    ledger,
    observed,
    deliver: (of: object) => handle(of, { getRemainingTimeInMillis: () => leftMs }),
    sent: () => bench.sent.map(({ digestId, thread: in_ }) => (in_ ? `${digestId} in ${in_}` : digestId)),
    advance: (ms: number) => {
      time.now += ms;
    },
    haveLeft: (ms: number) => {
      leftMs = ms;
    },
    stored: async (part: number) =>
      (await ledger.digests.listUndelivered('crm')).find((digest) => digest.part === part),
  };
}

const threads = () => ({ thread });

describe('delivering a reply', () => {
  it('waits for its first message until that is due, without an attempt', async () => {
    const { deliver, sent, stored, advance } = await open((_, call) => (call === 1 ? failed : threads()));

    await deliver(pointer);
    await deliver(replyPointer);
    expect(sent()).toEqual(['msg_1']);
    const dueAt = (await stored(1))?.dueAt;
    expect(await stored(2)).toMatchObject({ state: 'FROZEN', attempts: 0, dueAt });
    advance(minute);
    await deliver(pointer);

    expect(sent()).toEqual(['msg_1', 'msg_1', `msg_2 in ${thread}`]);
  });

  it('is a message of its own from then on where it is refused as a reply, until it is resent', async () => {
    const { deliver, sent, advance, observed, ledger } = await open((_, call) => {
      if (call === 2) return noReply;
      return call === 3 ? failed : threads();
    });

    await deliver(pointer);
    await deliver(replyPointer);
    advance(6 * minute);
    await deliver(replyPointer);

    expect(sent()).toEqual(['msg_1', `msg_2 in ${thread}`, 'msg_2', 'msg_2']);
    expect(observed.at(-1)).toMatchObject({ kind: 'digest-attempted', outcome: 'delivered' });
    await ledger.digests.resend(await ledger.digests.listDelivered('crm', 0), Date.parse(slot) + 6 * minute);
    await deliver(pointer);
    expect(sent().slice(4)).toEqual(['msg_1', `msg_2 in ${thread}`]);
  });

  it('is given up with its first message, and a resend sends both', async () => {
    const { deliver, sent, stored, observed, ledger } = await open((_, call) =>
      call === 1 ? refused : threads(),
    );

    await deliver(pointer);
    await deliver(replyPointer);

    const reason = 'its first message, msg_1, failed for good; a resend sends both';
    expect(await stored(2)).toMatchObject({ state: 'DEAD', attempts: 0, reason });
    expect(observed.at(-1)).toMatchObject({ kind: 'digest-attempted', outcome: 'dead', reason });
    await ledger.digests.resend(await ledger.digests.listUndelivered('crm'), Date.parse(slot));
    await deliver(replyPointer);
    await deliver(pointer);
    expect(sent()).toEqual(['msg_1', 'msg_1', `msg_2 in ${thread}`]);
  });

  it.each(['stuck', 'all'] as const)('is discarded with its first message, with %s', async (scope) => {
    const { deliver, sent, ledger } = await open((_, call) => (call === 1 ? refused : threads()));
    await deliver(pointer);

    expect(await ledger.pending.discard({ routeId: 'crm', scope })).toMatchObject({ digests: 2 });
    await deliver(replyPointer);

    expect(sent()).toEqual(['msg_1']);
    expect(await ledger.digests.listUndelivered('crm')).toEqual([]);
  });
});

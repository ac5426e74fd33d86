import { expect, it } from 'vitest';
import { decideReply, type FirstMessage } from '../../../../../shared/domain/digests/reply.ts';

const now = Date.parse('2026-11-22T08:00:00Z');
const first = (over: Partial<FirstMessage>): FirstMessage => ({
  digestId: 'msg_first',
  state: 'FROZEN',
  dueAt: null,
  thread: null,
  ...over,
});

it.each([
  ['goes out by itself where that is kept no more', null, { kind: 'send', thread: null }],
  ['waits for a moment where that is due', first({ dueAt: now - 1 }), { kind: 'wait', until: now + 5_000 }],
  ['waits for an hour at most', first({ dueAt: now + 86_400_000 }), { kind: 'wait', until: now + 3_600_000 }],
  [
    'waits for a moment where a later version wrote that',
    first({ state: 'UNKNOWN' }),
    { kind: 'wait', until: now + 5_000 },
  ],
])('a reply to a first message %s', (_, message, fate) => {
  expect(decideReply(message, now)).toMatchObject(fate);
});

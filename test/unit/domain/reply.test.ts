import { describe, expect, it } from 'vitest';
import { decideReply, type FirstMessage } from '../../../shared/domain/digests/reply.ts';

const now = Date.parse('2026-11-22T08:00:00Z');
const first = (over: Partial<FirstMessage>): FirstMessage => ({
  digestId: 'msg_first',
  state: 'FROZEN',
  dueAt: null,
  thread: null,
  ...over,
});

describe('a reply', () => {
  it('goes under its first message once that is delivered', () => {
    const delivered = first({ state: 'DELIVERED', thread: 'C0123 1.2' });

    expect(decideReply(delivered, now)).toEqual({ kind: 'send', thread: 'C0123 1.2' });
  });

  it.each([
    ['was delivered by a way without threads', first({ state: 'DELIVERED' })],
    ['was discarded', first({ state: 'DISCARDED', thread: 'C0123 1.2' })],
    ['is kept no more', null],
  ])('goes out by itself where its first message %s', (_, message) => {
    expect(decideReply(message, now)).toEqual({ kind: 'send', thread: null });
  });

  it.each([
    ['until that is due', first({ dueAt: now + 300_000 }), 300_000],
    ['for a moment where that is due', first({ dueAt: now - 1 }), 5_000],
    ['for an hour where that is due later', first({ dueAt: now + 86_400_000 }), 3_600_000],
    ['for a moment where a later version wrote that', first({ state: 'UNKNOWN' }), 5_000],
  ])('waits for its first message %s', (_, message, waitMs) => {
    expect(decideReply(message, now)).toMatchObject({ kind: 'wait', until: now + waitMs });
  });

  it('is given up with its first message, and says by whom', () => {
    expect(decideReply(first({ state: 'DEAD' }), now)).toEqual({
      kind: 'give-up',
      reason: 'its first message, msg_first, failed for good; a resend sends both',
    });
  });
});

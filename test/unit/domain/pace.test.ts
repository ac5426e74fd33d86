import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clocksMs } from '../../../shared/domain/clock.ts';
import {
  countMessage,
  gatherDelay,
  limitOf,
  messagesLeft,
  nextMessageAt,
  noMessages,
  type SentMessages,
} from '../../../shared/domain/routes/pace.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const minute = 60_000;
const limit = { messages: 2, spanMs: 60 * minute };

function sentAt(...times: number[]): SentMessages {
  return times.reduce((sent, time) => countMessage(limit, sent, time), noMessages);
}

describe('a limit of messages', () => {
  it.each([
    ['6 an hour', { messages: 6, spanMs: 3_600_000 }],
    ['1 a minute', { messages: 1, spanMs: 60_000 }],
    ['100 a day', { messages: 100, spanMs: 86_400_000 }],
  ])('reads %j', (atMost, expected) => expect(limitOf({ atMost })).toEqual(expected));

  it('is none where none is written', () => expect(limitOf({})).toBeNull());

  it.each(['0 an hour', '101 an hour', '6 per hour', '6  an hour', '1.5 a day', '6 a week'])(
    'refuses %j',
    (atMost) => expect(() => limitOf({ atMost })).toThrow(atMost),
  );

  it('is used up by as many messages as it permits, until the first of them is as old as its span', () => {
    const sent = sentAt(now - 40 * minute, now - 10 * minute);
    expect(messagesLeft(limit, sent, now)).toBe(0);
    expect(nextMessageAt(limit, sent, now)).toBe(now + 20 * minute);
    expect(messagesLeft(limit, sent, now + 20 * minute - 1)).toBe(0);
    expect(messagesLeft(limit, sent, now + 20 * minute)).toBe(1);
  });

  it('counts messages that were sent beyond it', () => {
    const sent = sentAt(now - 30 * minute, now - 20 * minute, now - 10 * minute);
    expect(sent).toEqual({ counted: 3, times: [now - 20 * minute, now - 10 * minute] });
    expect(nextMessageAt(limit, sent, now)).toBe(now + 40 * minute);
  });

  it('orders the times of clocks that differ a little, and forgets those of a wrong one', () => {
    const ahead = sentAt(now + minute, now);
    expect(ahead.times).toEqual([now, now + minute]);
    expect(messagesLeft(limit, ahead, now)).toBe(0);
    const wrong = sentAt(now + clocksMs + 1);
    expect(messagesLeft(limit, wrong, now)).toBe(2);
    expect(countMessage(limit, wrong, now)).toEqual({ counted: 2, times: [now] });
  });

  it('never lets more messages into any span of its length', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 40 * minute }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (gaps, messages) => {
        const own = { messages, spanMs: 60 * minute };
        const all: number[] = [];
        let [sent, at] = [noMessages, now];
        for (const gap of gaps) {
          at += gap;
          const next = nextMessageAt(own, sent, at);
          const left = messagesLeft(own, sent, at);
          expect(left > 0).toBe(next === null || next <= at);
          if (left === 0) continue;
          sent = countMessage(own, sent, at);
          all.push(at);
        }
        for (const end of all) {
          const inSpan = all.filter((time) => time <= end && time > end - own.spanMs);
          expect(inSpan.length).toBeLessThanOrEqual(messages);
        }
      }),
    );
  });
});

describe('gathering', () => {
  const route = { gather: '2 minutes' };

  it('delays a signal for so long after it entered the outbox', () => {
    expect(gatherDelay(route, now, now)).toEqual({ reason: 'gather', until: now + 2 * minute });
    expect(gatherDelay(route, now, now + 2 * minute - 1)).not.toBeNull();
    expect(gatherDelay(route, now, now + 2 * minute)).toBeNull();
  });

  it('delays nothing without it, and nothing that a wrong clock recorded', () => {
    expect(gatherDelay({}, now, now)).toBeNull();
    expect(gatherDelay({ gather: '0 seconds' }, now + 1, now)).toBeNull();
    expect(gatherDelay(route, now + clocksMs + 1, now)).toBeNull();
  });
});

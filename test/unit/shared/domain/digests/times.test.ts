import { describe, expect, it } from 'vitest';
import { summaryLeaseMs } from '../../../../../functions/fetch-summaries/fetch-summaries.ts';
import { sendMs } from '../../../../../functions/plan-polls/handler.ts';
import { longestMs as hotnessMs } from '../../../../../functions/poll-signals/describe-new.ts';
import { learnMs } from '../../../../../functions/poll-signals/poll-signals.ts';
import { reserveMs } from '../../../../../functions/runtime/invocation.ts';
import { functions, queues } from '../../../../../functions/wiring.ts';
import {
  attemptLeaseMs,
  attemptMs,
  beginWithinMs,
  connectMs,
  deliveryCallMs,
} from '../../../../../shared/domain/digests/attempt-time.ts';
import { listCallMs, summaryCallMs } from '../../../../../shared/domain/upstream/call-times.ts';
import { probeMs } from '../../../../../shared/ledger/upstream/upstream.ts';

const timeoutMs = (name: keyof typeof functions) => functions[name].timeoutSeconds * 1_000;

describe('the time of a delivery', () => {
  it('connects although the first packet was lost, and leaves a receiver the 15 seconds it is promised', () => {
    expect(connectMs).toBeGreaterThan(2_000);
    expect(deliveryCallMs - connectMs).toBeGreaterThanOrEqual(15_000);
  });

  it('lets a call end before another sender may claim its digest', () => {
    expect(beginWithinMs + deliveryCallMs).toBeLessThan(attemptLeaseMs);
  });

  it('leaves room for a second call with a fresh secret before a call may begin no more', () => {
    expect(2 * deliveryCallMs).toBeLessThan(attemptMs);
    expect(deliveryCallMs).toBeLessThan(beginWithinMs);
    expect(attemptMs).toBeLessThan(attemptLeaseMs);
  });

  it('begins the last attempt of a batch whose destinations all hang', () => {
    const othersMs = (queues.delivery.batchSize - 1) * deliveryCallMs;
    expect(othersMs + attemptMs).toBeLessThanOrEqual(timeoutMs('deliver-digest'));
  });
});

describe('the time of a poll', () => {
  it('leaves the other buyers of a message most of it while a Hotness order hangs', () => {
    expect(hotnessMs).toBeGreaterThan(listCallMs);
    expect(hotnessMs).toBeLessThan((timeoutMs('poll-signals') - reserveMs) / 4);
  });

  it('is enough to learn the columns of a bridge, and leaves most of it for lists', () => {
    expect(learnMs).toBeGreaterThan(listCallMs);
    expect(learnMs).toBeLessThan((timeoutMs('poll-signals') - reserveMs) / 4);
  });

  it('lets a tick read rows for most of its time before it queues the buyers', () => {
    expect(sendMs + reserveMs).toBeLessThan(timeoutMs('plan-polls') / 2);
  });
});

describe('the time of a summary', () => {
  it('fits two calls into an invocation', () => {
    expect(2 * summaryCallMs).toBeLessThan(timeoutMs('fetch-summaries') - reserveMs);
  });

  it('ends with the invocation, before another may claim the summary', () => {
    expect(summaryLeaseMs).toBeGreaterThan(timeoutMs('fetch-summaries'));
  });
});

it('a probe of a paused API is over before another instance probes', () => {
  expect(probeMs).toBeGreaterThan(Math.max(summaryCallMs, listCallMs) + 10_000);
});
